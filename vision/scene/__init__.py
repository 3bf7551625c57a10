"""Draws a described table as a photo-like picture with exact ground truth: `vision.scene.draw.draw(SceneSpec)`."""

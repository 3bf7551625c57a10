"""What the commands of the command line do, one file a family; `assistant.cli` gives them their names."""

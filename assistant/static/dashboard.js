// Keeps the page up to date and sends what the players tap. The server renders; this only swaps pieces.

const page = document.body;
const slow = Number(page.dataset.slow);
const lost = Number(page.dataset.lost);
const silence = 3000 + 3000 * Number(page.dataset.pulse);
const offline = document.getElementById("offline");
const toast = document.getElementById("toast");
let heardAt = performance.now();
let heardClock = new Date();
let camera = { age: null, at: 0, status: "none", reading: null };
let source = null;

function connect() {
  source?.close();
  source = new EventSource("/api/events");
  source.addEventListener("parts", (event) => { heard(); swap(JSON.parse(event.data)); });
  source.addEventListener("pulse", (event) => { heard(); pulse(JSON.parse(event.data)); });
  source.onerror = () => {
    sayOffline();
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, 2000);
  };
}

function heard() {
  heardAt = performance.now();
  heardClock = new Date();
  offline.hidden = true;
  delete page.dataset.offline;
}

function sayOffline() {
  if (!offline.hidden) return;
  offline.textContent = `No connection to Fatekeeper. What you see is as of ${heardClock.toLocaleTimeString()}. `
    + "Is it still running on this machine? The page comes back by itself.";
  offline.hidden = false;
  page.dataset.offline = "";
}

function swap({ revision, phase, parts }) {
  for (const [name, html] of Object.entries(parts)) {
    const place = document.querySelector(`[data-part="${name}"]`);
    const key = place.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    const open = [...place.querySelectorAll("details[data-keep][open]")].map((details) => details.dataset.keep);
    place.innerHTML = html;
    for (const keep of open) place.querySelector(`details[data-keep="${CSS.escape(keep)}"]`)?.setAttribute("open", "");
    if (key !== undefined) place.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
  }
  page.dataset.revision = revision;
  page.dataset.phase = phase;
}

function pulse(told) {
  camera = { age: told.age_s, at: performance.now(), status: told.status, reading: told.reading_ms };
  const image = document.querySelector("[data-picture]");
  document.querySelector("[data-no-picture]").hidden = told.picture !== null;
  image.hidden = told.picture === null;
  if (told.picture !== null && image.dataset.shown !== told.picture) {
    image.dataset.shown = told.picture;
    image.src = `/picture.jpg?v=${encodeURIComponent(told.picture)}`;
  }
  const facts = [told.picture_name];
  if (told.reading_ms !== null) facts.push(`read in ${Math.round(told.reading_ms)} ms`);
  document.querySelector("[data-caption]").textContent = facts.filter(Boolean).join(" · ");
  showAge();
}

function showAge() {
  const pill = document.querySelector("[data-age]");
  const age = camera.age === null ? null : camera.age + (performance.now() - camera.at) / 1000;
  const ago = age === null ? "" : age < 10 ? `${age.toFixed(1)} s` : age < 120 ? `${Math.round(age)} s` : `${Math.round(age / 60)} min`;
  let [tone, words] = ["none", "No camera"];
  if (camera.status === "ended") [tone, words] = ["none", "The recording has ended"];
  else if (camera.status === "lost") [tone, words] = ["lost", age === null ? "Camera lost" : `Camera lost, last picture ${ago} ago`];
  else if (camera.status === "waiting" && age === null) [tone, words] = ["slow", "Waiting for the first picture"];
  else if (age !== null && age > lost) [tone, words] = ["lost", `No picture for ${ago}`];
  else if (age !== null && age > slow) [tone, words] = ["slow", `Picture is ${ago} old`];
  else if (age !== null) [tone, words] = ["live", `Picture ${ago} ago`];
  pill.dataset.tone = tone;
  pill.textContent = words;
}

async function send(form, button) {
  const body = form.hasAttribute("data-bare") ? {} : { expected: Number(page.dataset.revision) };
  const numbers = (form.dataset.json ?? "").split(" ");
  for (const [name, value] of new FormData(form, button)) body[name] = numbers.includes(name) ? JSON.parse(value) : value;
  if (button) button.disabled = true;
  try {
    const answer = await fetch(form.dataset.api, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
    });
    if (answer.ok) {
      toast.hidden = true;
      if (form.hasAttribute("data-reset")) { form.reset(); say("Noted."); }
    } else {
      const problem = await answer.json();
      say(problem.detail, problem.rule);
    }
  } catch {
    say("That did not reach Fatekeeper. Try again when the connection is back.");
  } finally {
    if (button) button.disabled = false;
  }
}

function say(words, rule) {
  toast.textContent = `${words} `;
  if (rule) toast.append(Object.assign(document.createElement("a"), { href: `/rules#${rule}`, textContent: `§${rule}` }));
  toast.hidden = false;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => { toast.hidden = true; }, 8000);
}

document.addEventListener("submit", (event) => {
  if (!event.target.dataset.api) return;
  event.preventDefault();
  send(event.target, event.submitter);
});
toast.addEventListener("click", () => { toast.hidden = true; });
setInterval(() => {
  if (performance.now() - heardAt > silence) sayOffline();
  showAge();
}, 500);
connect();

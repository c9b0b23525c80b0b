// SPDX-License-Identifier: GPL-2.0-only
"use strict";

const SEEDS = 100, STUDENT = 1.984; // quantile for an interval of 95 % of so many values
const SLICE = 12; // ms without a look at the user
const $ = (id) => document.getElementById(id);

/** What the user chooses of a path; `factor` makes the simulator's unit of the page's. */
const FIELDS = [
  { name: "rate", label: "Rate, Mbit/s", factor: 1e6, least: 0.1, most: 100 },
  { name: "rtt", label: "Round trip without the queue, ms", factor: 1e-3, least: 2, most: 1000 },
  { name: "queue", label: "Queue, packets", factor: 1, least: 1, most: 1000, isWhole: true },
  { name: "loss", label: "Random loss, %", factor: 0.01, least: 0.01, most: 20, hasZero: true },
  { name: "burst", label: "Packets that a random loss takes in a row", factor: 1, least: 1, most: 50 },
  { name: "ack", label: "Segments that one ACK is for", factor: 1, least: 1, most: 16, isWhole: true },
  { name: "seconds", label: "Time, s", factor: 1, least: 0.5, most: 100 },
  { name: "seed", label: "Seed of the random losses", factor: 1, least: 1, most: 1000, isWhole: true },
];
const MODEL = {
  name: "model", label: "Path", usual: "steady",
  values: { steady: "steady, with the rate below", leo: "low orbit: another satellite each 15 s",
    cell: "cell: the rate changes ten times a second, and fades", wifi: "Wi-Fi among other stations" },
};
const TEXT = { name: "lost", label: "Segments that are lost beside these, by the order of sending" };

const PRESETS = [
  { label: "Why FACK repairs sooner", variants: "reno,sack,fack", needs: "fack", zoom: { from: 0.35, to: 1.75 },
    setting: "rate=1.5e6&rtt=0.1&queue=40&seconds=6&lost=70,71,72,74,75,76,78,79,80,82,83,84,86,87,88,90,91,92,94,95,96,98,99",
    note: "Of thirty segments in a row three of four are lost. Reno repairs the first one and waits for its timer. SACK " +
      "knows what is missing, but its count of what is on the way goes down by one for each ACK, and what was lost brings " +
      "no ACK: its window looks full for long. FACK counts only what was sent beyond the forward-most segment that " +
      "arrived: it begins at the first ACK that shows the gap, and fills all of it at one go." },
  { label: "A few losses in one window", variants: "reno,newreno,sack", zoom: { from: 0.35, to: 1.75 },
    setting: "rate=1.5e6&rtt=0.1&queue=40&seconds=6&lost=70,72,74,76",
    note: "Four segments of a window are lost. Reno's recovery ends with the first of them, and a timeout has to do the " +
      "rest; NewReno repairs one in a round trip; SACK all in one." },
  { label: "Random loss", variants: "sack-veno,sack,newreno", zoom: "all",
    setting: "rate=4e6&rtt=0.1&queue=30&seconds=30&loss=0.01",
    note: "One packet of a hundred is lost at random. Who takes every loss for congestion keeps its window small." },
  { label: "Bursts of losses", variants: "reno,newreno,sack", zoom: "all",
    setting: "rate=4e6&rtt=0.1&queue=30&seconds=30&loss=0.01&burst=6",
    note: "As many losses as before, but six in a row: few windows are hit, each of them hard." },
  { label: "A short queue", variants: "newreno,sack", zoom: "all", setting: "rate=10e6&rtt=0.1&queue=8&seconds=30",
    note: "Nothing is lost at random. The queue is a tenth of what the path holds: the window's sawtooth leaves the path " +
      "idle after each loss." },
  { label: "A low orbit", variants: "sack,linux,newreno", zoom: "all", setting: "model=leo&rtt=0.05&queue=60&seconds=60",
    note: "Each 15 s another satellite takes over: for a moment nothing is sent, for a second packets are lost, and " +
      "afterwards rate and round trip are others." },
];

let engine, compiled;
let runs = [];             // those that are shown: variant, columns, counts
// Of these the address without a part of the time, and what the form had; after Stop it may have other values.
let simulated = { address: "", note: "", seconds: 1 };
let shown = { from: 0, to: 1 };
let turn = 0;              // of simulations: a newer one ends an older one
let workers = [];

// ------------------------------------------------------------------------ what the user chooses

function toSlider(field, value) {
  const scaled = Math.log(value / field.least) / Math.log(field.most / field.least);
  return field.hasZero && value < field.least ? 0 : Math.min(1, Math.max(field.hasZero ? 0.01 : 0, scaled));
}

function fromSlider(field, part) {
  if (field.hasZero && part < 0.005) {
    return 0;
  }
  const value = field.least * (field.most / field.least) ** part;
  return Number(field.isWhole ? Math.round(value) : value.toPrecision(2));
}

function makeField(field) {
  const box = document.createElement("div");
  box.className = "field";
  box.innerHTML = `<label for="${field.name}">${field.label}</label>
    <input type="range" min="0" max="1" step="0.005" aria-label="${field.label}">
    <input type="number" id="${field.name}" step="any" inputmode="decimal" required>`;
  const [slider, number] = box.querySelectorAll("input");
  slider.addEventListener("input", () => {
    number.value = fromSlider(field, Number(slider.value));
    onChange();
  });
  number.addEventListener("input", () => {
    slider.value = toSlider(field, Number(number.value));
    onChange();
  });
  $("fields").append(box);
}

function makeModel() {
  const box = document.createElement("div");
  box.className = "field text";
  box.innerHTML = `<label for="${MODEL.name}">${MODEL.label}</label><select id="${MODEL.name}"></select>`;
  const select = box.querySelector("select");
  select.append(...Object.entries(MODEL.values).map(([name, words]) => new Option(words, name)));
  select.addEventListener("change", onChange);
  $("fields").append(box);
}

function makeForm() {
  makeModel();
  FIELDS.forEach(makeField);
  const box = document.createElement("div");
  box.className = "field text";
  box.innerHTML = `<label for="${TEXT.name}">${TEXT.label}</label>
    <input type="text" id="${TEXT.name}" inputmode="numeric" placeholder="such as 70,72,74">`;
  box.addEventListener("input", onChange);
  $("fields").append(box);
  for (const index of [0, 1, 2]) {
    const select = document.createElement("select");
    select.id = "variant" + index;
    select.setAttribute("aria-label", "Sender " + (index + 1));
    const none = index > 0 ? [new Option("none", "")] : [];
    select.append(...none, ...engine.variants.map(({ name, words }) => new Option(`${name}: ${words}`, name)));
    select.addEventListener("change", onChange);
    $("variants").append(select);
  }
  $("form").addEventListener("submit", (event) => event.preventDefault());
}

function getVariants() {
  return [0, 1, 2].map((index) => $("variant" + index).value).filter((name) => name !== "");
}

/** The path as the simulator takes it. */
function getPath() {
  const numbers = FIELDS.map(({ name, factor }) => {
    const value = Number($(name).value);
    return `${name}=${$(name).value.trim() === "" ? "" : Number((value * factor).toPrecision(12))}`;
  });
  const lost = $(TEXT.name).value.replaceAll(" ", "");
  const model = $(MODEL.name).value;
  return numbers.concat(model === MODEL.usual ? [] : ["model=" + model], lost === "" ? [] : ["lost=" + lost]).join("&");
}

/** What does not stand in a text becomes the usual. */
function setPath(text) {
  const given = new Map(text.split("&").map((part) => part.split("=")));
  for (const field of FIELDS) {
    const usual = engine.parameters.find(({ name }) => name === field.name).usual;
    const value = Number(given.get(field.name) ?? usual) / field.factor;
    $(field.name).value = Number(value.toPrecision(12));
    $(field.name).previousElementSibling.value = toSlider(field, value);
  }
  $(TEXT.name).value = given.get(TEXT.name) ?? "";
  $(MODEL.name).value = Object.hasOwn(MODEL.values, given.get(MODEL.name)) ? given.get(MODEL.name) : MODEL.usual;
  return given;
}

/** A percent sign that begins no code, as that of "loss=1%", is what it says. */
function decode(text) {
  try {
    return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, "%25"));
  } catch (error) {
    return text;
  }
}

const isVariant = (wanted) => engine.variants.some(({ name }) => name === wanted);

/** A sentence about what the page leaves out of an address, which else would seem to be what is shown. */
function findUnknown(given) {
  const names = [...FIELDS.map(({ name }) => name), TEXT.name, "variants", "from", "to", ""];
  const unknown = [...given].filter(([name, value]) =>
    name === MODEL.name ? !Object.hasOwn(MODEL.values, value) : !names.includes(name)).map((part) => part.join("="));
  const variants = (given.get("variants") ?? "").split(",").filter((name, index) =>
    name !== "" && (index > 2 || !isVariant(name)));
  const all = unknown.concat(variants.length > 0 ? `variants=${variants}` : []);
  return all.length > 0 ? `Not known, and left out: ${all.join(", ")}.` : "";
}

function readAddress() {
  const given = setPath(decode(location.hash.slice(1)));
  const names = (given.get("variants") ?? "reno,newreno,sack").split(",");
  for (const index of [0, 1, 2]) {
    $("variant" + index).value = isVariant(names[index]) ? names[index] : index > 0 ? "" : engine.variants[0].name;
  }
  return [{ from: Number(given.get("from")) || 0, to: Number(given.get("to")) || 0 }, findUnknown(given)];
}

/** Write the address of what is shown. */
function writeAddress() {
  const digits = Math.min(20, Math.max(3, 3 - Math.floor(Math.log10(shown.to - shown.from))));
  const range = isAll() ? "" : `&from=${Number(shown.from.toFixed(digits))}&to=${Number(shown.to.toFixed(digits))}`;
  history.replaceState(simulated.note, "", simulated.address + range);
}

/** Simulate what the address says, with the preset's note if a preset made the address. */
function showAddress() {
  $("note").textContent = history.state ?? "";
  return simulate(...readAddress());
}

function makePresets() {
  const names = engine.variants.map(({ name }) => name);
  for (const preset of PRESETS.filter(({ needs }) => !needs || names.includes(needs))) {
    const link = document.createElement("a");
    const variants = preset.variants.split(",").filter((name) => names.includes(name)).join(",");
    link.href = `#variants=${variants}&${preset.setting}`;
    link.textContent = preset.label;
    link.addEventListener("click", async (event) => {
      event.preventDefault();
      history.pushState(preset.note, "", link.href);
      readAddress();
      $("note").textContent = preset.note;
      await simulate(preset.zoom);
    });
    $("presets").append(link);
  }
}

let waiting = 0;
function onChange() {
  $("note").textContent = "";
  clearTimeout(waiting);
  waiting = setTimeout(() => simulate("all"), 150);
}

// ------------------------------------------------------------------------ simulations

const nextTask = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { port1.close(); resolve(); };
  port2.postMessage(null);
});

function showProgress(part) {
  $("working").hidden = part >= 1;
  $("working").firstElementChild.value = part;
}

/** Run one setting in slices; null if a newer simulation has begun meanwhile. */
async function runInSlices(text, mine, onPart) {
  const run = engine.begin(text, true);
  const seconds = Number($("seconds").value);
  try {
    for (let isOver = false; !isOver;) {
      for (const begun = performance.now(); !isOver && performance.now() - begun < SLICE;) {
        isOver = run.step(500);
      }
      if (run.isCut) {
        throw new Error("a sender sends more segments than the plots hold: choose less time or a lower rate");
      }
      onPart(run.time / seconds);
      await nextTask();
      if (mine !== turn) {
        return null;
      }
    }
    return { columns: run.columns, counts: run.counts };
  } finally {
    run.end();
  }
}

/** Simulate what is chosen, and show this part of the time, and what is to be said. */
async function simulate(zoom, said = "") {
  const mine = ++turn;
  const names = getVariants(), path = getPath(), done = [];
  const address = `#variants=${names.join(",")}&${path}`;
  const begun = { address, note: $("note").textContent, seconds: Number($("seconds").value) };
  $("fault").textContent = said;
  $("intervals").replaceChildren();
  stopWorkers();
  try {
    for (const name of names) {
      const onPart = (part) => showProgress((done.length + Math.min(part, 0.99)) / names.length);
      const result = await runInSlices(`variant=${name}&${path}`, mine, onPart);
      if (result === null) {
        return;
      }
      done.push({ variant: engine.variants.find((variant) => variant.name === name), ...result });
    }
    runs = done;
    simulated = begun;
    showRuns(zoom);
  } catch (error) {
    $("fault").textContent = `${error.message}.`;
  }
  showProgress(1);
}

// ------------------------------------------------------------------------ what happened

const getMss = () => Number(engine.parameters.find(({ name }) => name === "mss").usual);
const isAll = () => shown.from <= 0 && shown.to >= simulated.seconds;

/** When the first loss was sent, sent again, and covered by the cumulative ACK. */
function findRepair({ columns }) {
  const kinds = columns["sent.kind"], times = columns["sent.time"], positions = columns["sent.position"];
  const lost = kinds.findIndex((kind) => kind & (LOST | OVERFLOWS));
  if (lost < 0) {
    return null;
  }
  const again = kinds.findIndex((kind, index) => index > lost && (kind & AGAIN));
  let last = lost; // of those that were lost before the first one was sent again
  for (let index = lost; index < (again < 0 ? kinds.length : again); ++index) {
    last = kinds[index] & (LOST | OVERFLOWS) ? index : last;
  }
  const covered = columns["acked.octets"].findIndex((octets) => octets > positions[last]);
  return { lost: times[lost], again: times[again], covered: columns["acked.time"][covered] };
}

function showZoom(zoom) {
  const { seconds } = simulated;
  const repairs = runs.map(findRepair).filter((repair) => repair !== null);
  if (zoom === "loss" && repairs.length > 0) {
    const from = Math.min(...repairs.map(({ lost }) => lost));
    const to = Math.max(...repairs.map(({ lost, covered }) => covered ?? lost + 1));
    const margin = 0.15 * (to - from) + 0.01;
    shown = { from: Math.max(0, from - margin), to: Math.min(seconds, to + margin) };
  } else {
    const { from, to } = typeof zoom === "object" ? { from: Math.max(0, zoom.from), to: Math.min(seconds, zoom.to) } : {};
    shown = to > from ? { from, to } : { from: 0, to: seconds };
  }
  drawPanels();
  writeAddress();
}

function changeZoom(how) {
  if (runs.length === 0) {
    return;
  }
  const width = shown.to - shown.from, middle = (shown.from + shown.to) / 2;
  const around = (centre, half) => {
    const inside = Math.min(Math.max(centre, half), Math.max(half, simulated.seconds - half));
    showZoom({ from: inside - half, to: inside + half });
  };
  switch (how) {
    case "in": return around(middle, Math.max(width / 4, 1e-3));
    case "out": return around(middle, Math.min(width, simulated.seconds / 2));
    case "back": return around(middle - width / 2, width / 2);
    case "on": return around(middle + width / 2, width / 2);
    default: return showZoom(how);
  }
}

/** The largest value of a column at the times that are shown. */
function greatest(column, times, values, unit) {
  const first = Math.max(0, lowerBound(times, shown.from) - 1);
  let most = 1;
  for (let index = first; index < times.length && times[index] <= shown.to; ++index) {
    most = Math.max(most, values[index] / unit);
  }
  return most;
}

function findRanges() {
  const mss = getMss();
  const most = (name, unit) => Math.max(...runs.map(({ columns }) => {
    const times = columns[name.split(".")[0] + ".time"];
    return greatest(name, times, columns[name], unit);
  }));
  const firsts = runs.map(({ columns }) => {
    const index = lowerBound(columns["acked.time"], shown.from);
    return (columns["acked.octets"][Math.max(0, index - 1)] ?? 0) / mss;
  });
  const range = (least, top) => ({ ...shown, least, most: least + 1.06 * Math.max(top - least, 1) });
  const least = Math.min(...firsts);
  return {
    segments: range(isAll() ? 0 : Math.max(0, least - 1), most("sent.position", mss)),
    window: range(0, most("window.octets", mss)),
    queue: range(0, most("queue.packets", 1)),
  };
}

function drawPanels() {
  const ranges = findRanges(), mss = getMss();
  runs.forEach(({ columns }, index) => {
    const canvases = $("panels").children[index].querySelectorAll("canvas");
    drawSegments(canvases[0], columns, mss, ranges.segments);
    drawWindow(canvases[1], columns, mss, ranges.window);
    drawQueue(canvases[2], columns, ranges.queue);
  });
  $("shown").textContent = `${shown.from.toFixed(3)} s to ${shown.to.toFixed(3)} s`;
}

function describeRepair(repair) {
  const after = (time) => `${((time - repair.lost) * 1e3).toFixed(0)} ms`;
  return repair === null ? "nothing was lost"
    : repair.again === undefined ? "the first loss was not repaired"
      : `first loss: sent again after ${after(repair.again)}, all of its window repaired ` +
        (repair.covered === undefined ? "never" : `after ${after(repair.covered)}`);
}

function makePanel(run) {
  const panel = document.createElement("div");
  const repair = describeRepair(findRepair(run));
  panel.className = "panel";
  panel.style.setProperty("--mark", run.variant.colour);
  panel.innerHTML = "<h2></h2><p></p>";
  panel.children[0].textContent = run.variant.name;
  panel.children[1].textContent = `${toRate(run.counts.goodput)}; ${repair}`;
  for (const what of ["segments over time", "window over time", "queue over time"]) {
    const canvas = document.createElement("canvas");
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `${run.variant.name}, ${what}: ${repair}`);
    watchPointer(canvas);
    panel.append(canvas);
  }
  return panel;
}

const toRate = (bits) => bits >= 1e6 ? `${(bits / 1e6).toFixed(2)} Mbit/s` : `${(bits / 1e3).toFixed(1)} kbit/s`;

/** Rows of a table from texts, the first cell of each naming the row. */
function fillTable(table, rows) {
  table.replaceChildren(...rows.map((cells, index) => {
    const row = document.createElement("tr");
    row.append(...cells.map((text, place) => {
      const cell = document.createElement(index === 0 || place === 0 ? "th" : "td");
      cell.textContent = text;
      return cell;
    }));
    return row;
  }));
}

function showCounts() {
  const rows = [["", ...runs.map(({ variant }) => variant.name)]];
  const labels = { goodput: "goodput", segments: "segments sent", retransmissions: "of these, again",
    lost: "lost on the path", overflows: "no room in the queue", recoveries: "recoveries", timeouts: "timeouts",
    acks: "ACKs" };
  for (const [name, label] of Object.entries(labels)) {
    const show = name === "goodput" ? toRate : (value) => value.toLocaleString("en");
    rows.push([label, ...runs.map(({ counts }) => show(counts[name]))]);
  }
  fillTable($("counts"), rows);
}

function showRuns(zoom) {
  $("panels").style.setProperty("--columns", runs.length);
  $("panels").replaceChildren(...runs.map(makePanel));
  showCounts();
  showZoom(zoom);
}

function watchPointer(canvas) {
  const toTime = (event) => {
    const part = (event.offsetX - LEFT) / (canvas.clientWidth - LEFT - RIGHT);
    return shown.from + Math.min(1, Math.max(0, part)) * (shown.to - shown.from);
  };
  let begun = null;
  canvas.addEventListener("pointerdown", (event) => { begun = toTime(event); canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener("pointercancel", () => { begun = null; });
  canvas.addEventListener("pointerup", (event) => {
    const ended = toTime(event);
    if (begun !== null && Math.abs(ended - begun) > 0.02 * (shown.to - shown.from)) {
      showZoom({ from: Math.min(begun, ended), to: Math.max(begun, ended) });
    }
    begun = null;
  });
  canvas.addEventListener("dblclick", () => showZoom("all"));
  const keys = { "+": "in", "-": "out", ArrowLeft: "back", ArrowRight: "on", Home: "all" };
  canvas.addEventListener("keydown", (event) => {
    if (keys[event.key]) {
      event.preventDefault();
      changeZoom(keys[event.key]);
    }
  });
}

// ------------------------------------------------------------------------ many seeds

function stopWorkers() {
  workers.forEach((worker) => worker.terminate());
  workers = [];
  $("many").disabled = false;
}

/** What a worker does: the settings of a list, one after another. */
async function work({ data }) {
  const own = await Engine.load(data.compiled);
  for (const [key, setting] of data.settings) {
    const run = own.begin(setting, false);
    while (!run.step(1e6)) { /* the page can end the worker */ }
    postMessage([key, run.counts]);
    run.end();
  }
}

/** Simulate the settings of a list in workers. */
function runMany(settings, onResult) {
  const source = `${$("engine").textContent}\n${work}\nonmessage = work;`;
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const number = Math.min(4, navigator.hardwareConcurrency || 2);
  workers = Array.from({ length: number }, (_, index) => {
    const worker = new Worker(address);
    worker.onmessage = ({ data }) => onResult(...data);
    worker.postMessage({ compiled, settings: settings.filter((_, place) => place % number === index) });
    return worker;
  });
}

function simulateMany() {
  const path = getPath(), names = getVariants(), begun = performance.now();
  const results = new Map(names.map((name) => [name, []]));
  const settings = Array.from({ length: SEEDS }, (_, index) => names.map((name) =>
    [name, `variant=${name}&${path}&seed=${index + 1}`])).flat();
  let done = 0;
  stopWorkers();
  try {
    engine.begin(settings[0][1], false).end();
  } catch (error) {
    $("fault").textContent = `${error.message}.`;
    return;
  }
  $("many").disabled = true;
  runMany(settings, (name, counts) => {
    results.get(name).push(counts);
    showProgress(++done / settings.length);
    if (done === settings.length) {
      stopWorkers();
      showIntervals(results, (performance.now() - begun) / 1e3);
    }
  });
}

function summarise(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, half: STUDENT * Math.sqrt(square / values.length) };
}

function showIntervals(results, seconds) {
  const rows = [["sender", "goodput, kbit/s", "sent again", "timeouts", ""]];
  const interval = (values, digits) => {
    const { mean, half } = summarise(values);
    return `${mean.toFixed(digits)} ± ${half.toFixed(digits)}`;
  };
  const goodputs = new Map();
  for (const [name, counts] of results) {
    const of = (count) => counts.map((one) => one[count]);
    goodputs.set(name, of("goodput").map((bits) => bits / 1e3));
    rows.push([name, interval(goodputs.get(name), 1), interval(of("retransmissions"), 1), interval(of("timeouts"), 2), ""]);
  }
  const table = document.createElement("table"), box = document.createElement("div"), note = document.createElement("p");
  fillTable(table, rows);
  box.className = "scroll";
  box.append(table);
  note.textContent = `${SEEDS} seeds of each, ${seconds.toFixed(1)} s.`;
  $("intervals").replaceChildren(box, note);
  const all = [...goodputs.values()].flat(), least = Math.min(...all), most = Math.max(...all);
  [...goodputs].forEach(([name, values], index) => {
    const canvas = document.createElement("canvas"), { mean, half } = summarise(values);
    canvas.style.width = "16rem";
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `${name}: goodput of each seed from ${least.toFixed(0)} to ${most.toFixed(0)} kbit/s`);
    table.rows[index + 1].lastChild.append(canvas);
    drawInterval(canvas, values, mean, half, least, Math.max(most, least + 1));
  });
}

// ------------------------------------------------------------------------ beginning

async function unpack() {
  const octets = Uint8Array.from(atob($("code").textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([octets]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

async function begin() {
  compiled = await WebAssembly.compile(await unpack());
  engine = await Engine.load(compiled);
  makeForm();
  makePresets();
  $("choice").open = window.matchMedia("(min-width: 50rem)").matches;
  $("many").addEventListener("click", simulateMany);
  $("stop").addEventListener("click", () => {
    ++turn;
    stopWorkers();
    showProgress(1);
    if (runs.length > 0) {
      writeAddress();
    }
  });
  $("zoom").addEventListener("click", ({ target }) => target.dataset.zoom && changeZoom(target.dataset.zoom));
  window.addEventListener("hashchange", showAddress);
  window.addEventListener("popstate", showAddress);
  window.addEventListener("resize", drawPanels);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawPanels);
  if (location.hash === "") {
    $("presets").firstElementChild.click();
  } else {
    await showAddress();
  }
}

begin().catch((error) => {
  $("fault").textContent = `This browser cannot show the page: ${error.message}.`;
});

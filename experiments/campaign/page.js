"use strict";

// The table: sorting by a column, filtering by words and by verdict.

const table = document.getElementById("numbers");
const body = table.tBodies[0];

function sortKey(row, column) {
  const cell = row.cells[column];
  const text = cell.dataset.sort ?? cell.textContent.trim();
  const number = text === "" ? NaN : Number(text);
  return { text, number };
}

function compare(a, b) {
  // What is empty comes last.
  if (a.text === "" || b.text === "") return (a.text === "") - (b.text === "");
  if (!isNaN(a.number) && !isNaN(b.number)) return a.number - b.number;
  return a.text.localeCompare(b.text, "en", { numeric: true });
}

function sortBy(column) {
  const heads = [...table.tHead.rows[0].cells];
  const isDown = heads[column].getAttribute("aria-sort") === "ascending";
  heads.forEach((head) => head.removeAttribute("aria-sort"));
  heads[column].setAttribute("aria-sort", isDown ? "descending" : "ascending");
  const rows = [...body.rows].map((row) => ({ row, key: sortKey(row, column) }));
  rows.sort((a, b) => {
    const isEmpty = a.key.text === "" || b.key.text === "";
    return (isDown && !isEmpty ? -1 : 1) * compare(a.key, b.key);
  });
  body.append(...rows.map(({ row }) => row));
}

[...table.tHead.rows[0].cells].forEach((head, column) => {
  const button = document.createElement("button");
  button.textContent = head.textContent;
  button.addEventListener("click", () => sortBy(column));
  head.replaceChildren(button);
});

const find = document.getElementById("find");
const verdict = document.getElementById("verdict");

function filter() {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of body.rows) {
    const text = row.textContent.toLowerCase();
    const hasVerdict =
      verdict.value === "" ||
      (verdict.value === "fail"
        ? row.classList.contains("fail")
        : row.querySelector(".verdict." + verdict.value) !== null);
    row.hidden = !(hasVerdict && words.every((word) => text.includes(word)));
    shown += !row.hidden;
  }
  document.getElementById("shown").textContent = `${shown} of ${body.rows.length} rows`;
}

find.addEventListener("input", filter);
verdict.addEventListener("change", filter);
filter();

// Time-sequence plots: what became of each segment at the bottleneck.

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 1000;
const HEIGHT = 420;
const BOX = { left: 60, right: 985, top: 12, bottom: 375 };
const REACH = 25;
const KINDS = [
  { name: "enters the queue", said: "entered the queue", colour: "#88bbdd", size: 3 },
  { name: "leaves the queue", said: "left the queue", colour: "#0072b2", size: 4 },
  { name: "sent again, enters", said: "was sent again, entered the queue", colour: "#f0c060", size: 5 },
  { name: "sent again, leaves", said: "left the queue again", colour: "#e69f00", size: 7 },
  { name: "dropped", said: "was dropped", colour: "#000000", size: 5, cross: true },
  { name: "unnecessary", said: "unnecessary: the receiver had it", colour: "#cc3377", size: 9, ring: true },
];

function element(name, attributes, parent) {
  const made = document.createElementNS(SVG, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  parent?.append(made);
  return made;
}

function radius(kind) {
  return kind.size / 2 + (kind.cross || kind.ring ? 1 : 0);
}

function mark(kind, x, y) {
  const r = radius(kind);
  if (kind.cross) return `M${x - r},${y - r}l${2 * r},${2 * r}m0,${-2 * r}l${-2 * r},${2 * r}`;
  if (kind.ring) return `M${x - r},${y}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0`;
  return `M${x},${y}h0`;
}

function styleOf(kind) {
  const isLine = kind.cross || kind.ring;
  return {
    stroke: kind.colour,
    "stroke-width": isLine ? 1.6 : kind.size,
    "stroke-linecap": isLine ? "butt" : "round",
    fill: "none",
  };
}

function ticks(low, high) {
  const step = 10 ** Math.floor(Math.log10((high - low) / 4));
  const wide = [1, 2, 5, 10].map((f) => f * step).find((s) => (high - low) / s <= 9);
  const found = [];
  for (let i = Math.ceil(low / wide); i * wide <= high; ++i) found.push(Number((i * wide).toPrecision(12)));
  return found;
}

class Plot {
  constructor(script) {
    const data = JSON.parse(script.textContent);
    this.events = data.events;
    this.bySegment = new Map();
    for (const event of this.events) {
      if (!this.bySegment.has(event[1])) this.bySegment.set(event[1], []);
      this.bySegment.get(event[1]).push(event);
    }
    const [from, to] = data.view.length ? data.view : [this.events[0][0], this.events.at(-1)[0]];
    const seen = this.events.filter((e) => e[0] >= from && e[0] <= to).map((e) => e[1]);
    this.home = { x0: from, x1: to, y0: Math.min(...seen) - 3, y1: Math.max(...seen) + 3 };
    this.view = { ...this.home };
    this.build(script, data.title);
    this.draw();
  }

  build(script, title) {
    const frame = document.createElement("div");
    frame.className = "plot";
    const head = document.createElement("div");
    head.className = "head";
    const name = document.createElement("b");
    name.textContent = title;
    head.append(name);
    for (const [label, act] of [["+", () => this.zoom(0.6)], ["−", () => this.zoom(1 / 0.6)], ["whole", () => this.reset()]]) {
      const button = document.createElement("button");
      button.textContent = label;
      button.addEventListener("click", act);
      head.append(button);
    }
    head.append(this.chooser());
    this.svg = element("svg", {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      tabindex: 0,
      role: "img",
      "aria-label": `${title}: segment against time; plus, minus, 0 and arrows zoom and move`,
    });
    this.fate = document.createElement("div");
    this.fate.className = "fate";
    this.fate.setAttribute("role", "status");
    this.fate.hidden = true;
    frame.append(head, this.svg, this.legend(), this.fate);
    script.replaceWith(frame);
    this.frame = frame;
    this.listen();
  }

  // A segment's fate without a pointer.
  chooser() {
    const numbers = [...this.bySegment.keys()];
    const label = document.createElement("label");
    const choice = document.createElement("input");
    Object.assign(choice, { type: "number", min: Math.min(...numbers), max: Math.max(...numbers) });
    choice.addEventListener("input", () => this.follow(Number(choice.value)));
    choice.addEventListener("blur", () => this.forget());
    label.append("Segment ", choice);
    return label;
  }

  follow(segment) {
    const events = this.bySegment.get(segment);
    if (!events) return this.forget();
    const [time] = events[0], v = this.view;
    const isSeen = time >= v.x0 && time <= v.x1 && segment >= v.y0 && segment <= v.y1;
    if (!isSeen) this.move((time - (v.x0 + v.x1) / 2) / (v.x1 - v.x0), (segment - (v.y0 + v.y1) / 2) / (v.y1 - v.y0));
    const box = this.svg.getBoundingClientRect(), scale = box.width / WIDTH;
    this.tell(segment, { clientX: box.left + this.x(time) * scale, clientY: box.top + this.y(segment) * scale });
  }

  legend() {
    const legend = document.createElement("div");
    legend.className = "legend";
    KINDS.forEach((kind, index) => {
      if (!this.events.some((event) => event[2] === index)) return;
      const item = document.createElement("span");
      const sample = element("svg", { viewBox: "0 0 14 14" });
      element("path", { d: mark(kind, 7, 7), ...styleOf(kind) }, sample);
      item.append(sample, " " + kind.name);
      legend.append(item);
    });
    legend.append("click, then wheel or + − 0 and arrows; drag moves");
    return legend;
  }

  x(time) {
    return BOX.left + ((time - this.view.x0) / (this.view.x1 - this.view.x0)) * (BOX.right - BOX.left);
  }

  y(segment) {
    return BOX.bottom - ((segment - this.view.y0) / (this.view.y1 - this.view.y0)) * (BOX.bottom - BOX.top);
  }

  draw() {
    this.svg.replaceChildren();
    this.axes();
    this.drawn = [];
    const paths = KINDS.map(() => []);
    for (const [time, segment, kind] of this.events) {
      const x = Math.round(this.x(time) * 10) / 10, y = Math.round(this.y(segment) * 10) / 10;
      if (x < BOX.left || x > BOX.right || y < BOX.top || y > BOX.bottom) continue;
      this.drawn.push({ x, y, kind, segment });
      paths[kind].push(mark(KINDS[kind], x, y));
    }
    KINDS.forEach((kind, index) => {
      if (paths[index].length) element("path", { d: paths[index].join(""), ...styleOf(kind) }, this.svg);
    });
    this.chosen = element("g", {}, this.svg);
  }

  axes() {
    const text = { "font-size": 13, "font-family": "system-ui, sans-serif", fill: "#333" };
    for (const time of ticks(this.view.x0, this.view.x1)) {
      const x = this.x(time);
      element("path", { d: `M${x},${BOX.top}V${BOX.bottom}`, stroke: "#e4e4e4" }, this.svg);
      element("text", { x, y: BOX.bottom + 18, "text-anchor": "middle", ...text }, this.svg).textContent = time;
    }
    for (const segment of ticks(this.view.y0, this.view.y1)) {
      const y = this.y(segment);
      element("path", { d: `M${BOX.left},${y}H${BOX.right}`, stroke: "#e4e4e4" }, this.svg);
      element("text", { x: BOX.left - 6, y: y + 4, "text-anchor": "end", ...text }, this.svg).textContent = segment;
    }
    element("path", { d: `M${BOX.left},${BOX.top}V${BOX.bottom}H${BOX.right}`, stroke: "#333", fill: "none" }, this.svg);
    element("text", { x: (BOX.left + BOX.right) / 2, y: HEIGHT - 8, "text-anchor": "middle", ...text }, this.svg).textContent = "time (s)";
    element("text", { transform: `translate(16 ${(BOX.top + BOX.bottom) / 2}) rotate(-90)`, "text-anchor": "middle", ...text }, this.svg).textContent = "segment";
  }

  place(event) {
    const box = this.svg.getBoundingClientRect();
    return { x: ((event.clientX - box.left) / box.width) * WIDTH, y: ((event.clientY - box.top) / box.height) * HEIGHT };
  }

  listen() {
    this.svg.addEventListener("pointerdown", (event) => {
      this.drag = { x: event.clientX, y: event.clientY };
      this.svg.setPointerCapture(event.pointerId);
    });
    this.svg.addEventListener("pointerup", () => (this.drag = null));
    this.svg.addEventListener("pointercancel", () => (this.drag = null));
    this.svg.addEventListener("pointermove", (event) => (this.drag && event.buttons ? this.pan(event) : this.point(event)));
    this.svg.addEventListener("pointerleave", () => this.forget());
    this.svg.addEventListener("click", (event) => this.point(event));
    this.svg.addEventListener("dblclick", () => this.reset());
    this.svg.addEventListener("wheel", (event) => {
      // The page scrolls until somebody has chosen the plot.
      if (document.activeElement !== this.svg && !event.ctrlKey) return;
      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.25 : 0.8, this.place(event));
    }, { passive: false });
    this.svg.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    const moves = { ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, 0.15], ArrowDown: [0, -0.15] };
    if (event.key === "+") this.zoom(0.6);
    else if (event.key === "-") this.zoom(1 / 0.6);
    else if (event.key === "0") this.reset();
    else if (moves[event.key]) this.move(...moves[event.key]);
    else return;
    event.preventDefault();
  }

  zoom(factor, at = { x: (BOX.left + BOX.right) / 2, y: (BOX.top + BOX.bottom) / 2 }) {
    const v = this.view;
    const x = v.x0 + ((at.x - BOX.left) / (BOX.right - BOX.left)) * (v.x1 - v.x0);
    const y = v.y0 + ((BOX.bottom - at.y) / (BOX.bottom - BOX.top)) * (v.y1 - v.y0);
    if (factor < 1 && (v.x1 - v.x0) * factor < 1e-3) return;
    this.view = { x0: x - (x - v.x0) * factor, x1: x + (v.x1 - x) * factor, y0: y - (y - v.y0) * factor, y1: y + (v.y1 - y) * factor };
    this.draw();
  }

  move(right, up) {
    const v = this.view;
    const dx = right * (v.x1 - v.x0), dy = up * (v.y1 - v.y0);
    this.view = { x0: v.x0 + dx, x1: v.x1 + dx, y0: v.y0 + dy, y1: v.y1 + dy };
    this.draw();
  }

  pan(event) {
    const box = this.svg.getBoundingClientRect();
    const scale = WIDTH / box.width;
    const right = ((this.drag.x - event.clientX) * scale) / (BOX.right - BOX.left);
    const up = ((event.clientY - this.drag.y) * scale) / (BOX.bottom - BOX.top);
    this.drag = { x: event.clientX, y: event.clientY };
    this.forget();
    this.move(right, up);
  }

  reset() {
    this.view = { ...this.home };
    this.draw();
  }

  // Of marks that the pointer is on, the one that lies above the others; marks are often closer to
  // each other than a pixel, so that the distance from their middles does not tell.
  nearest(at) {
    let best = null;
    for (const one of this.drawn) {
      const middle = Math.hypot(one.x - at.x, one.y - at.y);
      const edge = Math.max(0, middle - radius(KINDS[one.kind]));
      if (edge > REACH) continue;
      const order = best ? edge - best.edge || best.kind - one.kind || middle - best.middle : -1;
      if (order < 0) best = { edge, middle, kind: one.kind, segment: one.segment };
    }
    return best;
  }

  point(event) {
    const best = this.nearest(this.place(event));
    if (best) this.tell(best.segment, event);
    else this.forget();
  }

  tell(segment, place) {
    const events = this.bySegment.get(segment);
    this.chosen.replaceChildren();
    for (const [time] of events) {
      const x = this.x(time);
      if (x >= BOX.left && x <= BOX.right) element("circle", { cx: x, cy: this.y(segment), r: 8, fill: "none", stroke: "#000", "stroke-width": 1 }, this.chosen);
    }
    this.fate.replaceChildren(Object.assign(document.createElement("b"), { textContent: `Segment ${segment}` }));
    for (const [time, , kind] of events) {
      const line = document.createElement("div");
      line.textContent = `${time.toFixed(4)} s ${KINDS[kind].said}`;
      this.fate.append(line);
    }
    this.fate.hidden = false;
    const frame = this.frame.getBoundingClientRect();
    const left = Math.max(0, Math.min(place.clientX - frame.left + 14, frame.width - this.fate.offsetWidth));
    this.fate.style.left = `${left}px`;
    this.fate.style.top = `${place.clientY - frame.top + 14}px`;
  }

  forget() {
    this.fate.hidden = true;
    this.chosen.replaceChildren();
  }
}

document.querySelectorAll("script.sequence").forEach((script) => new Plot(script));

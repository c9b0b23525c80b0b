// SPDX-License-Identifier: GPL-2.0-only
"use strict";

const AGAIN = 1, LOST = 2, OVERFLOWS = 4; // the parts of sent.kind
const LEFT = 46, RIGHT = 8, TOP = 8, BOTTOM = 22; // around a plot, CSS pixels

/** Numbers that stand at an axis: round ones, at most so many. */
function ticks(from, to, most) {
  const rough = (to - from) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((part) => part * power).find((value) => value >= rough);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const found = [];
  for (let index = Math.ceil(from / step - 1e-9); index * step <= to + step * 1e-9; ++index) {
    found.push({ at: index * step, text: (index * step).toFixed(digits) });
  }
  return found;
}

/** The first index of an ascending column at which it is not below a value. */
function lowerBound(column, value) {
  let low = 0, high = column.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (column[middle] < value) { low = middle + 1; } else { high = middle; }
  }
  return low;
}

/** A canvas with axes: times from left to right, a quantity upwards. */
class Plot {
  constructor(canvas, height, range, showsTimes) {
    const style = getComputedStyle(document.documentElement);
    this.colour = (name) => style.getPropertyValue("--" + name).trim();
    this.range = range;
    const ratio = window.devicePixelRatio || 1;
    this.width = canvas.clientWidth;
    this.height = height;
    canvas.style.height = height + "px";
    canvas.width = Math.round(this.width * ratio);
    canvas.height = Math.round(height * ratio);
    this.pen = canvas.getContext("2d");
    this.pen.scale(ratio, ratio);
    this.pen.font = "11px system-ui, sans-serif";
    this.showsTimes = showsTimes;
    this.bottom = showsTimes ? BOTTOM : 6;
  }

  x(time) {
    return LEFT + (time - this.range.from) / (this.range.to - this.range.from) * (this.width - LEFT - RIGHT);
  }

  y(value) {
    const part = (value - this.range.least) / (this.range.most - this.range.least);
    return this.height - this.bottom - part * (this.height - TOP - this.bottom);
  }

  /** Axes with their numbers; what is drawn afterwards stays between them. */
  drawAxes(title) {
    const pen = this.pen;
    pen.strokeStyle = this.colour("line");
    pen.fillStyle = this.colour("soft");
    pen.lineWidth = 1;
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    for (const { at, text } of ticks(this.range.least, this.range.most, Math.max(2, this.height / 40))) {
      this.drawLine(LEFT, this.y(at), this.width - RIGHT, this.y(at));
      pen.fillText(text, LEFT - 5, this.y(at));
    }
    pen.textAlign = "center";
    pen.textBaseline = "top";
    for (const { at, text } of this.showsTimes ? ticks(this.range.from, this.range.to, this.width / 70) : []) {
      this.drawLine(this.x(at), TOP, this.x(at), this.height - this.bottom);
      pen.fillText(text + " s", Math.min(this.x(at), this.width - 14), this.height - this.bottom + 5);
    }
    pen.textAlign = "left";
    pen.fillText(title, LEFT + 4, 0);
    pen.beginPath();
    pen.rect(LEFT, TOP - 3, this.width - LEFT - RIGHT, this.height - TOP - this.bottom + 6);
    pen.clip();
  }

  drawLine(x1, y1, x2, y2) {
    this.pen.beginPath();
    this.pen.moveTo(x1, Math.round(y1) + 0.5);
    this.pen.lineTo(x2, Math.round(y2) + 0.5);
    this.pen.stroke();
  }

  /** A value that stays what it is until the next one. */
  drawSteps(times, values, unit, colour) {
    const pen = this.pen;
    pen.strokeStyle = this.colour(colour);
    pen.lineWidth = 1.6;
    pen.beginPath();
    let last = null;
    for (let index = Math.max(0, lowerBound(times, this.range.from) - 1); index < times.length; ++index) {
      const x = this.x(times[index]), y = this.y(values[index] / unit);
      if (last === null) { pen.moveTo(x, y); } else { pen.lineTo(x, last); pen.lineTo(x, y); }
      last = y;
      if (times[index] > this.range.to) { break; }
    }
    if (last !== null) { pen.lineTo(this.width, last); }
    pen.stroke();
  }

  drawDots(points, colour, size) {
    this.pen.fillStyle = this.colour(colour);
    for (const [x, y] of points) { this.pen.fillRect(x - size / 2, y - size / 2, size, size); }
  }

  drawCrosses(points, colour) {
    this.pen.strokeStyle = this.colour(colour);
    this.pen.lineWidth = 1.5;
    this.pen.beginPath();
    for (const [x, y] of points) {
      this.pen.moveTo(x - 3, y - 3);
      this.pen.lineTo(x + 3, y + 3);
      this.pen.moveTo(x + 3, y - 3);
      this.pen.lineTo(x - 3, y + 3);
    }
    this.pen.stroke();
  }
}

/** Segments over time: what was sent, what was lost, what was sent again, what is acknowledged. */
function drawSegments(canvas, columns, mss, range) {
  const plot = new Plot(canvas, 260, range, false);
  plot.drawAxes("segment");
  const times = columns["sent.time"], kinds = columns["sent.kind"], positions = columns["sent.position"];
  const groups = { sent: [], again: [], lost: [], overflows: [] };
  for (let index = lowerBound(times, range.from); index < times.length && times[index] <= range.to; ++index) {
    const point = [plot.x(times[index]), plot.y(positions[index] / mss)];
    const kind = kinds[index];
    groups[kind & AGAIN ? "again" : "sent"].push(point);
    if (kind & LOST) { groups.lost.push(point); }
    if (kind & OVERFLOWS) { groups.overflows.push(point); }
  }
  const size = groups.sent.length > 1500 ? 1.5 : groups.sent.length > 300 ? 3 : 4;
  plot.drawSteps(columns["acked.time"], columns["acked.octets"], mss, "acked");
  plot.drawDots(groups.sent, "sent", size);
  plot.drawDots(groups.again, "again", size + 2);
  plot.drawCrosses(groups.lost, "lost");
  plot.drawCrosses(groups.overflows, "overflows");
}

function drawWindow(canvas, columns, mss, range) {
  const plot = new Plot(canvas, 110, range, false);
  plot.drawAxes("window, segments");
  plot.drawSteps(columns["threshold.time"], columns["threshold.octets"], mss, "threshold");
  plot.drawSteps(columns["window.time"], columns["window.octets"], mss, "window");
}

function drawQueue(canvas, columns, range) {
  const plot = new Plot(canvas, 100, range, true);
  plot.drawAxes("queue, packets");
  plot.drawSteps(columns["queue.time"], columns["queue.packets"], 1, "queue");
}

/** A mean with its interval, and each value as a dot. */
function drawInterval(canvas, values, mean, half, least, most) {
  const plot = new Plot(canvas, 34, { from: least, to: most, least: 0, most: 1 }, false);
  plot.drawDots(values.map((value, index) => [plot.x(value), 8 + (index * 7) % 19]), "sent", 2.5);
  plot.pen.strokeStyle = plot.colour("lost");
  plot.pen.lineWidth = 3;
  plot.drawLine(plot.x(mean - half), 17, plot.x(mean + half), 17);
  plot.drawDots([[plot.x(mean), 17]], "lost", 8);
}

// Paints the timeline. A row with more bars than pixels is painted pixel by pixel from running
// sums, so the cost of a frame does not depend on the number of bars.

const LABELS = 190;
const DENSE = 1.5; // bars per pixel above which single bars are not drawn
const SHADES = 8;

class Painter {
  constructor(canvas, model, view, layout, colours) {
    Object.assign(this, {canvas, model, view, layout, colours});
    this.context = canvas.getContext('2d');
    this.matches = null;
    this.selected = null;
    this.readTheme();
  }

  readTheme() {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    this.theme = {
      ground: colour('--ground'), text: colour('--text'), faint: colour('--faint'),
      line: colour('--line'), band: colour('--band'), mark: colour('--mark'),
    };
  }

  resize() {
    const ratio = window.devicePixelRatio || 1;
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  get plotWidth() {
    return Math.max(1, this.width - LABELS);
  }

  x(time) {
    return LABELS + ((time - this.view.start) / this.view.span) * this.plotWidth;
  }

  time(x) {
    return this.view.start + ((x - LABELS) / this.plotWidth) * this.view.span;
  }

  draw() {
    const {context: c, theme} = this;
    c.textBaseline = 'middle';
    c.fillStyle = theme.ground;
    c.fillRect(0, 0, this.width, this.height);
    for (const row of this.layout.rows) {
      const y = row.y - this.view.scroll;
      if (y + row.height < this.layout.top || y > this.height) continue;
      c.save();
      c.beginPath();
      c.rect(LABELS, y, this.plotWidth, row.height);
      c.clip();
      c.font = '12px system-ui, sans-serif';
      if (row.type === 'group') this.group(row, y);
      if (row.type === 'track') this.track(row.track, y + 2, row.height - 4);
      if (row.type === 'counter') this.counter(row.counter, y + 3, row.height - 5);
      c.restore();
      this.label(row, y);
    }
    this.arrow();
    this.ruler();
  }

  label(row, y) {
    const {context: c, theme} = this;
    const group = row.type === 'group';
    c.fillStyle = group ? theme.band : theme.ground;
    c.fillRect(0, y, LABELS, row.height);
    c.fillStyle = row.type === 'counter' ? theme.faint : theme.text;
    c.font = (group ? 'bold ' : '') + '12px system-ui, sans-serif';
    const mark = group ? (row.group.open ? '\u25be ' : '\u25b8 ') : '';
    const text = group ? groupTitle(row.group) : row.track ? row.track.row : row.counter.name;
    const middle = y + row.height / 2;
    c.fillText(mark + text, group ? 6 : 18, row.counter ? middle - 7 : middle, LABELS - 24);
    if (row.counter) {
      c.font = '10px system-ui, sans-serif';
      c.fillText('of ' + formatAmount(row.counter.limit, row.counter.unit), 18, middle + 7, LABELS - 24);
    }
    c.fillStyle = theme.line;
    c.fillRect(0, y + row.height - 1, this.width, 1);
  }

  group(row, y) {
    const {context: c} = this;
    c.fillStyle = this.theme.band;
    c.fillRect(LABELS, y, this.plotWidth, row.height);
    const first = row.group.tracks[0];
    if (!row.group.open && first) this.track(first, y + 4, row.height - 8);
  }

  track(track, y, height) {
    const first = countBelow(track.ends, this.view.start, true);
    const after = countBelow(track.starts, this.view.end);
    if (after - first > DENSE * this.plotWidth) this.dense(track, y, height);
    else this.bars(track, first, after, y, height);
    if (this.matches) this.marks(track, y, height);
  }

  bars(track, first, after, y, height) {
    const {context: c, model} = this;
    for (let bar = first; bar < after; bar++) {
      const x = this.x(track.starts[bar]);
      const width = Math.max(1, this.x(track.ends[bar]) - x);
      this.wait(track, bar, y, height);
      c.fillStyle = this.colours.operation(model.operationOf(track, bar));
      c.fillRect(x, y, width > 3 ? width - 0.5 : width, height);
      if (width > 40) this.caption(track, bar, x, y, width, height);
    }
    this.wait(track, after, y, height);
    if (this.selected && this.selected.track === track) {
      const bar = this.selected.bar;
      const x = this.x(track.starts[bar]);
      c.strokeStyle = this.theme.text;
      c.lineWidth = 2;
      c.strokeRect(x, y, Math.max(2, this.x(track.ends[bar]) - x), height);
    }
  }

  /** The gap before a bar, in the colour of its reason; after the last one, the row is drained. */
  wait(track, bar, y, height) {
    const from = bar === 0 ? 0 : track.ends[bar - 1];
    const to = bar < track.size ? track.starts[bar] : this.model.end;
    if (to <= from) return;
    const x = Math.max(LABELS, this.x(from));
    const end = Math.min(this.width, this.x(to));
    if (end - x < 1) return;
    const reason = bar < track.size ? this.model.waits[track.waits[bar]].reason : 'drained';
    this.context.fillStyle = this.colours.reason(reason);
    this.context.fillRect(x, y + height - 4, end - x, 3);
  }

  caption(track, bar, x, y, width, height) {
    const {context: c} = this;
    const left = Math.max(x, LABELS) + 4;
    const room = x + width - left - 4;
    if (room < 30) return;
    c.save();
    c.beginPath();
    c.rect(left, y, room, height);
    c.clip();
    c.fillStyle = this.colours.ink(this.model.operationOf(track, bar));
    c.fillText(this.model.text(track, bar).split('\n', 1)[0], left, y + height / 2);
    c.restore();
  }

  /** One column per pixel: the paler, the less of it was busy. */
  dense(track, y, height) {
    const {context: c, model, view} = this;
    const step = view.span / this.plotWidth;
    let begun = countBelow(track.starts, view.start, true);
    let before = model.busyBefore(track, view.start, begun);
    let runStart = 0;
    let runKey = -1;
    const flush = (x, key) => {
      if (runKey > 0) {
        c.globalAlpha = 0.15 + (0.85 * (runKey % (SHADES + 1))) / SHADES;
        c.fillStyle = this.colours.operation(Math.floor(runKey / (SHADES + 1)));
        c.fillRect(LABELS + runStart, y, x - runStart, height);
      }
      runStart = x;
      runKey = key;
    };
    for (let x = 0; x < this.plotWidth; x++) {
      const time = view.start + (x + 1) * step;
      while (begun < track.size && track.starts[begun] <= time) begun++;
      const busy = model.busyBefore(track, time, begun);
      const shade = Math.ceil(((busy - before) / step) * SHADES - 1e-6);
      const operation = begun > 0 ? model.operationOf(track, begun - 1) : 0;
      const key = shade <= 0 ? 0 : operation * (SHADES + 1) + Math.min(SHADES, shade);
      if (key !== runKey) flush(x, key);
      before = busy;
    }
    flush(this.plotWidth, 0);
    c.globalAlpha = 1;
  }

  marks(track, y, height) {
    const {context: c, view} = this;
    const sums = this.matches.sums[track.number];
    const step = view.span / this.plotWidth;
    let before = sums[countBelow(track.ends, view.start, true)];
    c.fillStyle = this.theme.mark;
    for (let x = 0; x < this.plotWidth; x++) {
      const now = sums[countBelow(track.starts, view.start + (x + 1) * step)];
      if (now > before) c.fillRect(LABELS + x, y - 1, 2, height + 2);
      before = now;
    }
  }

  counter(counter, y, height) {
    const {context: c, view} = this;
    const top = Math.max(counter.limit, 1e-9);
    let i = Math.max(0, countBelow(counter.at, view.start, true) - 1);
    c.beginPath();
    c.moveTo(LABELS, y + height);
    let level = this.model.valueAt(counter, view.start);
    c.lineTo(LABELS, y + height - (level / top) * height);
    for (; i < counter.size && counter.at[i] < view.end; i++) {
      const x = Math.max(LABELS, this.x(counter.at[i]));
      c.lineTo(x, y + height - (level / top) * height);
      level = counter.values[i];
      c.lineTo(x, y + height - (level / top) * height);
    }
    c.lineTo(this.width, y + height - (level / top) * height);
    c.lineTo(this.width, y + height);
    c.fillStyle = this.colours.counter;
    c.globalAlpha = 0.55;
    c.fill();
    c.globalAlpha = 1;
  }

  /** From the bar that was awaited to the one that waited. */
  arrow() {
    if (!this.selected) return;
    const {track, bar} = this.selected;
    if (track.awaited[bar] < 0) return;
    const source = this.model.locate(track.awaited[bar]);
    const from = this.layout.rows.find((row) => row.track === source.track);
    const to = this.layout.rows.find((row) => row.track === track);
    if (!from || !to) return;
    const {context: c} = this;
    const x0 = this.x(source.track.ends[source.bar]);
    const x1 = this.x(track.starts[bar]);
    const y0 = from.y + from.height / 2 - this.view.scroll;
    const y1 = to.y + to.height / 2 - this.view.scroll;
    c.save();
    c.beginPath();
    c.rect(LABELS, this.layout.top, this.plotWidth, this.height);
    c.clip();
    c.strokeStyle = this.theme.text;
    c.lineWidth = 1.5;
    c.beginPath();
    c.moveTo(x0, y0);
    c.bezierCurveTo(x0 + 30, y0, x1 - 30, y1, x1, y1);
    c.stroke();
    c.beginPath();
    c.moveTo(x1, y1);
    c.lineTo(x1 - 8, y1 - 4);
    c.lineTo(x1 - 8, y1 + 4);
    c.fillStyle = this.theme.text;
    c.fill();
    c.restore();
  }

  ruler() {
    const {context: c, theme, view} = this;
    c.fillStyle = theme.ground;
    c.fillRect(0, 0, this.width, this.layout.top);
    c.fillStyle = theme.faint;
    c.font = '11px system-ui, sans-serif';
    const step = roundStep((view.span * 110) / this.plotWidth);
    for (let tick = Math.ceil(view.start / step) * step; tick <= view.end; tick += step) {
      const x = this.x(tick);
      c.fillRect(x, TIME_RULER - 6, 1, 5);
      const unit = view.end >= 1e9 ? 1e9 : 1e6;
      const digits = Math.max(0, Math.ceil(-Math.log10(step / unit)));
      const text = (tick / unit).toFixed(digits) + (unit === 1e9 ? ' ms' : ' us');
      c.fillText(text, Math.min(x + 3, this.width - c.measureText(text).width - 2), 10);
    }
    c.fillText('showing ' + formatTime(view.span), 6, 10);
    this.steps();
    this.path();
    c.fillStyle = theme.line;
    c.fillRect(0, this.layout.top - 1, this.width, 1);
  }

  /** When the array of the core that ended last worked on each step of the ring. */
  steps() {
    const {context: c, theme, model} = this;
    if (model.steps.length === 0) return;
    c.save();
    c.fillStyle = theme.faint;
    c.fillText('ring step (last core)', 6, TIME_RULER + 8);
    c.beginPath();
    c.rect(LABELS, TIME_RULER, this.plotWidth, STEP_RULER);
    c.clip();
    for (const {step, start, end} of model.steps) {
      const x = Math.max(LABELS, this.x(start));
      const width = Math.min(this.width, this.x(end)) - x;
      if (width <= 0) continue;
      c.fillStyle = theme.band;
      c.fillRect(x, TIME_RULER, width - 1, STEP_RULER - 3);
      c.fillStyle = theme.text;
      if (width > 14) c.fillText(String(step), x + 4, TIME_RULER + 8);
    }
    c.restore();
  }

  /** The resource that each instant is charged to, the one of a pixel's middle if several are. */
  path() {
    const {context: c, theme, model, view} = this;
    const {path} = model;
    if (path.size === 0) return;
    const y = this.layout.pathTop;
    c.fillStyle = theme.faint;
    c.fillText('critical path', 6, y + 8);
    const step = view.span / this.plotWidth;
    let left = 0;
    const owner = (x) => {
      const segment = countBelow(path.ends, view.start + (x + 0.5) * step, true);
      return segment < path.size ? path.owners[segment] : -1;
    };
    let now = owner(0);
    for (let x = 1; x <= this.plotWidth; x++) {
      const next = x < this.plotWidth ? owner(x) : -2;
      if (next === now) continue;
      if (now >= 0) this.charge(path.resources[now], now, left, x - left, y);
      left = x;
      now = next;
    }
  }

  /** In the colour of the resource's first bar; what it is not itself at work for is paler. */
  charge(resource, number, x, width, y) {
    const {context: c, model} = this;
    const operation = model.path.operations[number];
    c.fillStyle = operation < 0 ? this.theme.line : this.colours.operation(operation);
    c.globalAlpha = resource.includes('.') ? 0.45 : 1;
    c.fillRect(LABELS + x, y, width, PATH_RULER - 4);
    c.globalAlpha = 1;
    if (width <= 40) return;
    c.save();
    c.beginPath();
    c.rect(LABELS + x, y, width - 2, PATH_RULER);
    c.clip();
    const plain = operation < 0 || resource.includes('.');
    c.fillStyle = plain ? this.theme.text : this.colours.ink(operation);
    c.fillText(resource, LABELS + x + 3, y + 8);
    c.restore();
  }
}

// Puts the parts together.

/** The place in the series of colours that an operation always has, whatever else is there. */
const HABITUAL = {
  nc_matmul: 0, dma_copy: 1, collective_permute_implicit: 2, all_gather: 2, all_reduce: 2,
  reduce_scatter: 2, all_to_all: 2, dma_transpose: 3,  tensor_copy: 4, nc_transpose: 5,
};

class Colours {
  constructor(section, operations) {
    this.series = section.dataset.series.split(' ');
    const taken = new Set(operations.map((name) => HABITUAL[name]));
    const free = this.series.map((colour, i) => i).filter((i) => !taken.has(i));
    let next = 0;
    this.places = operations.map((name) => HABITUAL[name] ?? free[next++ % free.length] ?? 0);
    this.reasons = new Map(section.dataset.reasons.split(' ').map((pair) => pair.split('=')));
    this.operations = operations;
    this.counter = this.series[2];
  }

  operation(number) {
    return this.series[this.places[number]];
  }

  /** Black or white, whichever can be read on an operation's colour. */
  ink(number) {
    const rgb = parseInt(this.operation(number).slice(1), 16);
    const light = 0.3 * (rgb >> 16) + 0.59 * ((rgb >> 8) & 255) + 0.11 * (rgb & 255);
    return light > 120 ? '#000' : '#fff';
  }

  reason(label) {
    return this.reasons.get(label);
  }

  legend(panel, reasons) {
    const key = (label, colour, shape) => {
      const entry = node('span', '', {class: 'key'});
      const swatch = node('span', '', {class: 'swatch ' + shape});
      swatch.style.background = colour;
      entry.append(swatch, label);
      panel.append(entry, ' ');
    };
    this.operations.forEach((name, i) => key(name, this.operation(i), ''));
    reasons.forEach((label) => key('waits: ' + label, this.reason(label), 'thin'));
  }
}

class Stage {
  constructor(model, section) {
    this.model = model;
    this.canvas = document.getElementById('canvas');
    this.tip = document.getElementById('hover');
    this.view = new View(model.end);
    this.layout = new Layout(model);
    this.colours = new Colours(section, model.operations);
    const used = new Set(model.waits.map((w) => w.reason).filter((r) => r !== 'none'));
    this.colours.legend(document.getElementById('legend'), [...used, 'drained']);
    this.painter = new Painter(this.canvas, model, this.view, this.layout, this.colours);
    const panel = document.getElementById('details');
    this.details = new Details(panel, model, () => this.jump());
    this.search = new Search(model, () => this.searched());
    this.selected = null;
    this.past = [];
    this.pending = false;
    this.frames = 0;
    this.lastFrame = {cost: 0, latency: 0};
    this.resized();
    connect(this);
  }

  resized() {
    const room = Math.max(240, Math.round(window.innerHeight * 0.7));
    this.canvas.style.height = Math.min(room, this.layout.height + 4) + 'px';
    this.painter.resize();
    this.paint(performance.now());
  }

  rethemed() {
    this.painter.readTheme();
    this.redraw();
  }

  /** Paints with the next frame; remembers how long the answer to an input took. */
  redraw(since = performance.now()) {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => this.paint(since));
  }

  paint(since) {
    const begun = performance.now();
    this.pending = false;
    this.painter.selected = this.selected;
    this.painter.matches = this.search.found;
    this.painter.draw();
    const now = performance.now();
    this.lastFrame = {cost: now - begun, latency: now - since};
    this.frames++;
  }

  zoom(factor) {
    this.view.zoom(factor);
    this.redraw();
  }

  fit() {
    this.view.fit();
    this.redraw();
  }

  toggleCounters() {
    this.layout.showCounters = !this.layout.showCounters;
    this.layout.build();
    this.resized();
  }

  /** Whether the rows moved: if not, the page may scroll instead. */
  scrollTo(y) {
    const most = Math.max(0, this.layout.height - this.painter.height);
    const before = this.view.scroll;
    this.view.scroll = Math.min(Math.max(0, y), most);
    if (this.view.scroll !== before) this.redraw();
    return this.view.scroll !== before;
  }

  scrollBy(pixels) {
    return this.scrollTo(this.view.scroll + pixels);
  }

  rowAt(y) {
    return y < this.layout.top ? undefined : this.layout.rowAt(y + this.view.scroll);
  }

  hit(x, y) {
    const row = this.rowAt(y);
    if (!row || !row.track || x < LABELS) return null;
    const slack = (3 * this.view.span) / this.painter.plotWidth;
    const bar = this.model.barAt(row.track, this.painter.time(x), slack);
    return bar < 0 ? null : {track: row.track, bar};
  }

  hover(hit, x, y) {
    const row = hit || x === undefined ? null : this.rowAt(y);
    let text = hit ? this.details.brief(hit.track, hit.bar) : '';
    if (row && row.counter && x >= LABELS) {
      const value = this.model.valueAt(row.counter, this.painter.time(x));
      text = `${row.counter.name}: ${formatAmount(value, row.counter.unit)}`;
    }
    this.tip.hidden = text === '';
    this.tip.textContent = text;
    this.tip.style.left = Math.min(x || 0, this.painter.width - 260) + 12 + 'px';
    this.tip.style.top = (y || 0) + 16 + 'px';
  }

  click(x, y) {
    const row = this.rowAt(y);
    if (row && row.type === 'group') {
      row.group.open = !row.group.open;
      this.layout.build();
      this.resized();
      return;
    }
    this.select(this.hit(x, y));
  }

  select(hit) {
    this.selected = hit;
    this.tip.hidden = true;
    if (hit) this.details.show(hit.track, hit.bar);
    this.redraw();
  }

  /** Selects a bar and brings it into sight. */
  go(hit) {
    if (!hit) return;
    const {track, bar} = hit;
    this.select({track, bar});
    this.view.reveal(track.starts[bar], track.ends[bar]);
    const row = this.layout.rowOf(track);
    const y = row.y - this.view.scroll;
    if (y < this.layout.top || y + row.height > this.painter.height) {
      this.scrollTo(row.y - this.painter.height / 2);
    }
    this.redraw();
  }

  zoomTo({track, bar}) {
    const margin = (track.ends[bar] - track.starts[bar] + 1) * 0.5;
    this.select({track, bar});
    this.view.show(track.starts[bar] - margin, track.ends[bar] + margin);
    this.redraw();
  }

  neighbour(step) {
    if (!this.selected) return;
    const bar = this.selected.bar + step;
    if (bar >= 0 && bar < this.selected.track.size) this.go({track: this.selected.track, bar});
  }

  jump() {
    if (!this.selected) return;
    const target = this.selected.track.awaited[this.selected.bar];
    if (target < 0) return;
    this.past.push(this.selected);
    this.go(this.model.locate(target));
  }

  back() {
    if (this.past.length > 0) this.go(this.past.pop());
  }

  searched() {
    const {found, count} = this.search;
    const text = found ? `${count} ${count === 1 ? 'match' : 'matches'}` : '';
    document.getElementById('matches').textContent = text;
    this.redraw();
  }

  match(direction) {
    this.go(this.search.step(this.selected, direction));
  }
}

async function start() {
  const section = document.getElementById('timeline');
  const holder = document.getElementById('timeline-data');
  try {
    const model = new Model(decodeTimeline(await unpack(holder.textContent)));
    holder.remove();
    const stage = new Stage(model, section);
    window.trn2sim = {stage, model, firstFrame: performance.now()};
  } catch (error) {
    document.getElementById('details').textContent =
      'This browser cannot show the timeline: ' + error.message;
    throw error;
  }
}

start();

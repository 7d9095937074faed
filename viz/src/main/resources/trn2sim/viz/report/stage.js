// The timeline as a whole: what is shown, selected, searched for.

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
    this.panel = document.getElementById('details');
    this.details = new Details(this.panel, model, {
      jump: () => this.jump(),
      alongPath: (direction) => this.alongPath(direction),
      showLine: revealLine,
    });
    this.search = new Search(model, () => this.searched());
    this.selected = null;
    this.range = null;
    this.past = [];
    this.pending = false;
    this.frames = 0;
    this.lastFrame = {cost: 0, latency: 0};
    this.resized();
    connect(this);
    connectLines(this);
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
    this.painter.range = this.range;
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

  /** The bar or wait at a point, also of a folded group's row and of the critical path. */
  hit(x, y) {
    if (x < this.painter.labels) return null;
    const ruler = hitRuler(this.painter, x, y);
    if (ruler && ruler.segment !== undefined) {
      const position = ruler.run.path.bars[ruler.segment];
      return position < 0 ? null : {...this.model.locate(position), wait: false};
    }
    const row = this.rowAt(y);
    const folded = row && row.group && !row.group.open ? row.group.tracks[0] : undefined;
    const track = row && (row.track || folded);
    return track ? hitTrack(this.painter, track, x) : null;
  }

  hover(x, y) {
    const text = x === undefined ? '' : this.describe(x, y);
    this.tip.hidden = text === '';
    this.tip.textContent = text;
    const room = this.painter.width - this.tip.offsetWidth - 4;
    this.tip.style.left = Math.max(0, Math.min((x || 0) + 12, room)) + 'px';
    this.tip.style.top = (y || 0) + 16 + 'px';
  }

  /** One line for a point of the timeline. */
  describe(x, y) {
    const ruler = hitRuler(this.painter, x, y);
    if (ruler && ruler.step) return `ring step ${ruler.step.step}: ${formatTime(ruler.step.end - ruler.step.start)}`;
    const hit = this.hit(x, y);
    if (ruler) {
      const {run, segment} = ruler;
      const time = formatTime(run.path.ends[segment] - segmentStart(run, segment));
      const what = hit ? ': ' + this.model.title(hit.track, hit.bar) : '';
      return `${run.path.titles[run.path.owners[segment]]} ${time}${what}`;
    }
    if (hit) return this.details.brief(hit);
    const row = this.rowAt(y);
    return row && row.counter && x >= this.painter.labels ? this.describeArea(row, x, y) : '';
  }

  describeArea(row, x, y) {
    const {name, unit, parts} = row.counter;
    const time = this.painter.time(x);
    const value = (part) => this.model.valueAt(part, time);
    const whole = parts.reduce((sum, part) => sum + value(part), 0);
    const text = `${name}: ${formatAmount(whole, unit)}`;
    const part = hitArea(this.painter, row, x, y + this.view.scroll);
    return part && part.part ? `${text}, of it ${part.part} ${formatAmount(value(part), unit)}` : text;
  }

  click(x, y) {
    const row = this.rowAt(y);
    const hit = this.hit(x, y);
    if (row && row.type === 'group' && !hit) {
      row.group.open = !row.group.open;
      this.layout.build();
      this.resized();
      return;
    }
    if (hit && y < this.layout.top) this.go(hit);
    else this.select(hit);
  }

  select(hit) {
    this.selected = hit;
    this.tip.hidden = true;
    if (hit) this.details.show(hit);
    else this.details.clear();
    this.redraw();
  }

  /** Two markers, in any order; what happened between them is added up when they rest. */
  mark(from, to, resting) {
    const inside = (time) => Math.min(Math.max(0, time), this.view.whole);
    this.range = {from: inside(Math.min(from, to)), to: inside(Math.max(from, to))};
    if (resting) showRange(this.panel, this.model, this.range);
    this.redraw();
  }

  unmark() {
    this.range = null;
    this.select(this.selected);
  }

  zoomToRange() {
    if (this.range) this.view.show(this.range.from, this.range.to);
  }

  /** Leaves the range first, then the selection. */
  escape() {
    if (this.range) this.unmark();
    else this.select(null);
  }

  /** Selects a bar and brings it into sight. */
  go(hit) {
    if (!hit) return;
    const {track, bar} = hit;
    this.select({track, bar, wait: false});
    this.view.reveal(track.starts[bar], track.ends[bar]);
    const row = this.layout.rowOf(track);
    const y = row.y - this.view.scroll;
    if (y < this.layout.top || y + row.height > this.painter.height) {
      this.scrollTo(row.y - this.painter.height / 2);
    }
    this.redraw();
  }

  zoomTo({track, bar, wait}) {
    if (wait) {
      const {from, to} = this.model.gap(track, bar);
      this.view.show(from - (to - from) / 2, to + (to - from) / 2);
      this.redraw();
      return;
    }
    const margin = (track.ends[bar] - track.starts[bar] + 1) * 0.5;
    this.select({track, bar, wait: false});
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
    if (!(target >= 0)) return;
    this.past.push(this.selected);
    this.go(this.model.locate(target));
  }

  /** To the bar before or after the selected one on the critical path. */
  alongPath(direction) {
    const {selected} = this;
    if (!selected || selected.bar >= selected.track.size) return;
    const target = pathNeighbour(selected.track, selected.bar, direction);
    if (target < 0) return;
    this.past.push(selected);
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

  /** Marks the bars of a source line and goes to the first. */
  showPlace(place) {
    document.getElementById('search').value = '';
    this.search.show(barsOf(this.model, place));
    this.select(null);
    this.match(1);
  }

  /** Leaves the search and what it found. */
  endSearch() {
    const field = document.getElementById('search');
    field.value = '';
    this.search.start('');
    field.blur();
    this.canvas.focus({preventScroll: true});
  }

  match(direction) {
    this.go(this.search.step(this.selected, direction));
  }
}


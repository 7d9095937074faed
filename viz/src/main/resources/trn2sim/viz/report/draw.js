// Paints a frame: the rows, an arrow from what was awaited, the range, the rulers.

const WIDE_LABELS = 190;
const NARROW_LABELS = 104;
const NARROW = 640;

class Painter {
  constructor(canvas, model, view, layout, colours) {
    Object.assign(this, {canvas, model, view, layout, colours});
    this.context = canvas.getContext('2d');
    this.matches = null;
    this.selected = null;
    this.range = null;
    this.labels = WIDE_LABELS;
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
    this.labels = this.width < NARROW ? NARROW_LABELS : WIDE_LABELS;
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  get plotWidth() {
    return Math.max(1, this.width - this.labels);
  }

  x(time) {
    return this.labels + ((time - this.view.start) / this.view.span) * this.plotWidth;
  }

  time(x) {
    return this.view.start + ((x - this.labels) / this.plotWidth) * this.view.span;
  }

  draw() {
    const {context: c, theme} = this;
    c.textBaseline = 'middle';
    c.fillStyle = theme.ground;
    c.fillRect(0, 0, this.width, this.height);
    for (const row of this.layout.rows) {
      const y = row.y - this.view.scroll;
      if (y + row.height < this.layout.top || y > this.height) continue;
      this.clipped(y, row.height, () => {
        c.font = '12px system-ui, sans-serif';
        if (row.type === 'group') this.group(row, y);
        if (row.type === 'track') paintTrack(this, row.track, y + 2, row.height - 4);
        if (row.type === 'counter') paintArea(this, row.counter, y + 3, row.height - 5);
      });
      this.label(row, y);
    }
    this.arrow();
    paintRange(this);
    paintRulers(this);
  }

  /** Paints right of the labels, and nowhere else. */
  clipped(y, height, paint) {
    const {context: c} = this;
    c.save();
    c.beginPath();
    c.rect(this.labels, y, this.plotWidth, height);
    c.clip();
    paint();
    c.restore();
  }

  label(row, y) {
    const {context: c, theme} = this;
    const group = row.type === 'group';
    c.fillStyle = group ? theme.band : theme.ground;
    c.fillRect(0, y, this.labels, row.height);
    c.fillStyle = row.type === 'counter' ? theme.faint : theme.text;
    c.font = (group ? 'bold ' : '') + '12px system-ui, sans-serif';
    const mark = group ? (row.group.open ? '\u25be ' : '\u25b8 ') : '';
    const text = group ? groupTitle(row.group) : row.track ? row.track.title : row.counter.name;
    const middle = y + row.height / 2;
    const room = this.labels - 24;
    c.fillText(mark + text, group ? 6 : 18, row.counter ? middle - 7 : middle, room);
    if (row.counter) {
      c.font = '10px system-ui, sans-serif';
      c.fillText('of ' + formatAmount(row.counter.limit, row.counter.unit), 18, middle + 7, room);
    }
    c.fillStyle = theme.line;
    c.fillRect(0, y + row.height - 1, this.width, 1);
  }

  /** A folded group shows its first row. */
  group(row, y) {
    this.context.fillStyle = this.theme.band;
    this.context.fillRect(this.labels, y, this.plotWidth, row.height);
    const first = row.group.tracks[0];
    if (!row.group.open && first) paintTrack(this, first, y + 4, row.height - 8);
  }

  /** From the bar that was awaited to the one that waited. */
  arrow() {
    if (!this.selected || this.selected.bar >= this.selected.track.size) return;
    const {track, bar} = this.selected;
    if (track.awaited[bar] < 0) return;
    const source = this.model.locate(track.awaited[bar]);
    const from = this.layout.shownRow(source.track);
    const to = this.layout.shownRow(track);
    if (!from || !to) return;
    const x0 = this.x(source.track.ends[source.bar]);
    const x1 = this.x(track.starts[bar]);
    const y0 = from.y + from.height / 2 - this.view.scroll;
    const y1 = to.y + to.height / 2 - this.view.scroll;
    this.clipped(this.layout.top, this.height, () => this.curve(x0, y0, x1, y1));
  }

  curve(x0, y0, x1, y1) {
    const {context: c} = this;
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
  }
}

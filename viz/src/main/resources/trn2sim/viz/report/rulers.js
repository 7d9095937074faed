// Paints what stands above the rows: time, steps of a ring, the critical path, the range.

function paintRulers(p) {
  const {context: c, theme} = p;
  c.fillStyle = theme.ground;
  c.fillRect(0, 0, p.width, p.layout.top);
  c.font = '11px system-ui, sans-serif';
  paintTime(p);
  for (const ruler of p.layout.rulers) {
    if (ruler.type === 'steps') paintSteps(p, ruler);
    else paintPath(p, ruler);
  }
  paintMarkers(p);
  c.fillStyle = theme.line;
  c.fillRect(0, p.layout.top - 1, p.width, 1);
}

function paintTime(p) {
  const {context: c, view} = p;
  c.fillStyle = p.theme.faint;
  const step = roundStep((view.span * 110) / p.plotWidth);
  for (let tick = Math.ceil(view.start / step) * step; tick <= view.end; tick += step) {
    const x = p.x(tick);
    c.fillRect(x, TIME_RULER - 6, 1, 5);
    const unit = view.end >= 1e9 ? 1e9 : 1e6;
    const digits = Math.max(0, Math.ceil(-Math.log10(step / unit)));
    const text = (tick / unit).toFixed(digits) + (unit === 1e9 ? ' ms' : ' us');
    c.fillText(text, Math.min(x + 3, p.width - c.measureText(text).width - 2), 10);
  }
  c.fillText('showing ' + formatTime(view.span), 6, 10, p.labels - 10);
}

function rulerName(p, ruler, name) {
  p.context.fillStyle = p.theme.faint;
  const run = ruler.run.label ? ruler.run.label + ': ' : '';
  p.context.fillText(run + name, 6, ruler.y + 8, p.labels - 10);
}

/** When the array of the core that ended last worked on each step of the ring. */
function paintSteps(p, ruler) {
  const {context: c, theme} = p;
  rulerName(p, ruler, 'ring step (last core)');
  p.clipped(ruler.y, ruler.height, () => {
    for (const {step, start, end} of ruler.run.steps) {
      const x = Math.max(p.labels, p.x(start));
      const width = Math.min(p.width, p.x(end)) - x;
      if (width <= 0) continue;
      c.fillStyle = theme.band;
      c.fillRect(x, ruler.y, width - 1, ruler.height - 3);
      c.fillStyle = theme.text;
      if (width > 14) c.fillText(String(step), x + 4, ruler.y + 8);
    }
  });
}

/** The resource that each instant is charged to, the one of a pixel's middle if several are. */
function paintPath(p, ruler) {
  rulerName(p, ruler, 'critical path');
  const {run} = ruler;
  const step = p.view.span / p.plotWidth;
  const owner = (x) => {
    const segment = segmentAt(run, p.view.start + (x + 0.5) * step);
    return segment < 0 ? -1 : run.path.owners[segment];
  };
  let left = 0;
  let now = owner(0);
  for (let x = 1; x <= p.plotWidth; x++) {
    const next = x < p.plotWidth ? owner(x) : -2;
    if (next === now) continue;
    if (now >= 0) paintCharge(p, ruler, now, left, x - left);
    left = x;
    now = next;
  }
}

/** In the colour of the resource's first bar; what it is not itself at work for is paler. */
function paintCharge(p, ruler, number, x, width) {
  const {context: c} = p;
  const {path} = ruler.run;
  const operation = path.operations[number];
  const indirect = path.resources[number].includes('.');
  c.fillStyle = operation < 0 ? p.theme.line : p.colours.fill(c, operation);
  c.globalAlpha = indirect ? 0.45 : 1;
  c.fillRect(p.labels + x, ruler.y, width, ruler.height - 4);
  c.globalAlpha = 1;
  if (width <= 40) return;
  c.save();
  c.beginPath();
  c.rect(p.labels + x, ruler.y, width - 2, ruler.height);
  c.clip();
  const text = fitted(c, path.titles[number], width - 8);
  if (operation < 0 || indirect) {
    c.fillStyle = p.theme.text;
    c.fillText(text, p.labels + x + 3, ruler.y + 8);
  } else {
    p.colours.write(c, operation, text, p.labels + x + 3, ruler.y + 8);
  }
  c.restore();
}

/** What is outside of the range is dimmed. */
function paintRange(p) {
  if (!p.range) return;
  const {context: c} = p;
  const from = Math.max(p.labels, p.x(p.range.from));
  const to = Math.min(p.width, p.x(p.range.to));
  c.fillStyle = p.theme.ground;
  c.globalAlpha = 0.55;
  c.fillRect(p.labels, p.layout.top, Math.max(0, from - p.labels), p.height);
  c.fillRect(to, p.layout.top, Math.max(0, p.width - to), p.height);
  c.globalAlpha = 1;
  c.fillStyle = p.theme.mark;
  for (const x of [p.x(p.range.from), p.x(p.range.to)]) {
    if (x >= p.labels && x <= p.width) c.fillRect(x - 0.5, p.layout.top, 1, p.height);
  }
}

/** The two markers on the time ruler, and the time between them. */
function paintMarkers(p) {
  if (!p.range) return;
  const {context: c, theme} = p;
  const from = Math.max(p.labels, p.x(p.range.from));
  const to = Math.min(p.width, p.x(p.range.to));
  if (to < from) return;
  c.fillStyle = theme.mark;
  c.fillRect(from, TIME_RULER - 3, Math.max(1, to - from), 2);
  for (const x of [from, to]) c.fillRect(x - 1, 2, 2, p.layout.top - 2);
  const text = formatTime(p.range.to - p.range.from);
  const width = c.measureText(text).width;
  const x = Math.min(Math.max(p.labels, (from + to - width) / 2), p.width - width - 6);
  c.fillStyle = theme.ground;
  c.fillRect(x - 3, 3, width + 6, 15);
  c.fillStyle = theme.mark;
  c.fillText(text, x, 10);
}

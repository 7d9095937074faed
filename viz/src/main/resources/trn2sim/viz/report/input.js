// Mouse, keyboard and buttons.

const WHEEL_ZOOM = 1.0015;
const KEY_ZOOM = 1.5;
const KEY_PAN = 0.1;
const CLICK_SLACK = 4; // pixels

function connect(stage) {
  const {canvas} = stage;
  canvas.addEventListener('wheel', (event) => onWheel(stage, event), {passive: false});
  canvas.addEventListener('pointerdown', (event) => onPress(stage, event));
  canvas.addEventListener('pointermove', (event) => onHover(stage, event));
  canvas.addEventListener('pointerleave', () => stage.hover());
  canvas.addEventListener('dblclick', (event) => {
    const hit = stage.hit(event.offsetX, event.offsetY);
    if (hit) stage.zoomTo(hit);
  });
  document.addEventListener('keydown', (event) => onKey(stage, event));
  const button = (id, action) => document.getElementById(id).addEventListener('click', action);
  button('zoom-in', () => stage.zoom(1 / KEY_ZOOM));
  button('zoom-out', () => stage.zoom(KEY_ZOOM));
  button('fit', () => stage.fit());
  document.getElementById('counters').hidden = stage.model.counters.length === 0;
  button('counters', () => stage.toggleCounters());
  button('next', () => stage.match(1));
  button('previous', () => stage.match(-1));
  const field = document.getElementById('search');
  field.addEventListener('input', () => stage.search.start(field.value));
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') stage.match(event.shiftKey ? -1 : 1);
    if (event.key === 'Escape') stage.endSearch();
  });
  new ResizeObserver(() => stage.resized()).observe(canvas);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => stage.rethemed());
}

/** Over the bars the wheel zooms; over the names it scrolls the rows, then the page. */
function onWheel(stage, event) {
  const {painter, view} = stage;
  if (event.offsetX < painter.labels) {
    if (stage.scrollBy(event.deltaY)) event.preventDefault();
    return;
  }
  event.preventDefault();
  if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    const pixels = event.deltaX || event.deltaY;
    view.pan((pixels / painter.plotWidth) * view.span);
  } else {
    const lines = event.deltaMode === 1 ? 16 : 1;
    const share = (event.offsetX - painter.labels) / painter.plotWidth;
    view.zoom(WHEEL_ZOOM ** (event.deltaY * lines), share);
  }
  stage.redraw(event.timeStamp);
}

function onPress(stage, event) {
  if (event.button !== 0) return;
  const {canvas, view, painter} = stage;
  const from = {x: event.offsetX, y: event.offsetY, start: view.start, scroll: view.scroll};
  // On the rulers, or with Shift, a drag marks a range; elsewhere it moves the view.
  const marks = event.offsetX >= painter.labels && (event.shiftKey || from.y < stage.layout.top);
  let dragged = false;
  canvas.setPointerCapture(event.pointerId);
  const move = (e) => {
    const dx = e.offsetX - from.x;
    const dy = e.offsetY - from.y;
    dragged = dragged || Math.hypot(dx, dy) > CLICK_SLACK;
    if (!dragged) return;
    if (marks) {
      stage.mark(painter.time(from.x), painter.time(e.offsetX), false);
      return;
    }
    const start = from.start - (dx / painter.plotWidth) * view.span;
    view.show(start, start + view.span);
    stage.scrollTo(from.scroll - dy);
    stage.redraw(e.timeStamp);
  };
  const release = (e) => {
    canvas.removeEventListener('pointermove', move);
    canvas.removeEventListener('pointerup', release);
    canvas.removeEventListener('pointercancel', release);
    if (dragged && marks) stage.mark(painter.time(from.x), painter.time(e.offsetX), true);
    if (!dragged && e.type === 'pointerup') stage.click(e.offsetX, e.offsetY);
  };
  canvas.addEventListener('pointermove', move);
  canvas.addEventListener('pointerup', release);
  canvas.addEventListener('pointercancel', release);
}

function onHover(stage, event) {
  if (event.buttons !== 0) stage.hover();
  else stage.hover(event.offsetX, event.offsetY);
}

/** Keys that move the page where the timeline does not have the focus. */
const PAGE_KEYS = ['ArrowUp', 'ArrowDown', 'Home', 'End'];

/** Shortcuts work wherever the focus is, except where one types. */
function onKey(stage, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input, select, textarea')) return;
  if (PAGE_KEYS.includes(event.key) && event.target !== stage.canvas) return;
  const {view} = stage;
  const actions = {
    '+': () => view.zoom(1 / KEY_ZOOM),
    '=': () => view.zoom(1 / KEY_ZOOM),
    '-': () => view.zoom(KEY_ZOOM),
    w: () => view.zoom(1 / KEY_ZOOM),
    s: () => view.zoom(KEY_ZOOM),
    ArrowLeft: () => view.pan(-KEY_PAN * view.span),
    ArrowRight: () => view.pan(KEY_PAN * view.span),
    a: () => view.pan(-KEY_PAN * view.span),
    d: () => view.pan(KEY_PAN * view.span),
    ArrowUp: () => stage.scrollBy(-TRACK_ROW),
    ArrowDown: () => stage.scrollBy(TRACK_ROW),
    0: () => view.fit(),
    Home: () => view.pan(-view.whole),
    End: () => view.pan(view.whole),
    n: () => stage.neighbour(1),
    p: () => stage.neighbour(-1),
    j: () => stage.jump(),
    b: () => stage.back(),
    '[': () => stage.alongPath(-1),
    ']': () => stage.alongPath(1),
    z: () => stage.zoomToRange(),
    '/': () => document.getElementById('search').focus(),
    Escape: () => stage.escape(),
  };
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
  stage.redraw(event.timeStamp);
}

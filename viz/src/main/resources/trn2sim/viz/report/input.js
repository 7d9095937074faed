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
  canvas.addEventListener('pointerleave', () => stage.hover(null));
  canvas.addEventListener('dblclick', (event) => {
    const hit = stage.hit(event.offsetX, event.offsetY);
    if (hit) stage.zoomTo(hit);
  });
  canvas.addEventListener('keydown', (event) => onKey(stage, event));
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
  });
  new ResizeObserver(() => stage.resized()).observe(canvas);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => stage.rethemed());
}

/** Over the bars the wheel zooms; over the names it scrolls the rows, then the page. */
function onWheel(stage, event) {
  const {painter, view} = stage;
  if (event.offsetX < LABELS) {
    if (stage.scrollBy(event.deltaY)) event.preventDefault();
    return;
  }
  event.preventDefault();
  if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    const pixels = event.deltaX || event.deltaY;
    view.pan((pixels / painter.plotWidth) * view.span);
  } else {
    const lines = event.deltaMode === 1 ? 16 : 1;
    const share = (event.offsetX - LABELS) / painter.plotWidth;
    view.zoom(WHEEL_ZOOM ** (event.deltaY * lines), share);
  }
  stage.redraw(event.timeStamp);
}

function onPress(stage, event) {
  if (event.button !== 0) return;
  const {canvas, view, painter} = stage;
  const from = {x: event.offsetX, y: event.offsetY, start: view.start, scroll: view.scroll};
  let dragged = false;
  canvas.setPointerCapture(event.pointerId);
  const move = (e) => {
    const dx = e.offsetX - from.x;
    const dy = e.offsetY - from.y;
    dragged = dragged || Math.hypot(dx, dy) > CLICK_SLACK;
    if (!dragged) return;
    const start = from.start - (dx / painter.plotWidth) * view.span;
    view.show(start, start + view.span);
    stage.scrollTo(from.scroll - dy);
    stage.redraw(e.timeStamp);
  };
  const release = (e) => {
    canvas.removeEventListener('pointermove', move);
    canvas.removeEventListener('pointerup', release);
    canvas.removeEventListener('pointercancel', release);
    if (!dragged && e.type === 'pointerup') stage.click(e.offsetX, e.offsetY);
  };
  canvas.addEventListener('pointermove', move);
  canvas.addEventListener('pointerup', release);
  canvas.addEventListener('pointercancel', release);
}

function onHover(stage, event) {
  if (event.buttons !== 0) return stage.hover(null);
  stage.hover(stage.hit(event.offsetX, event.offsetY), event.offsetX, event.offsetY);
}

function onKey(stage, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
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
    '/': () => document.getElementById('search').focus(),
    Escape: () => stage.select(null),
  };
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
  stage.redraw(event.timeStamp);
}

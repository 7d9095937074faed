// The panel beside the timeline that tells everything about a bar or a wait.

function node(tag, text, attributes = {}) {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function action(text, id, act) {
  const button = node('button', text, {type: 'button', id});
  button.addEventListener('click', act);
  return button;
}

class Details {
  /** Actions: jump, previousOnPath, nextOnPath, showLine. */
  constructor(panel, model, actions) {
    Object.assign(this, {panel, model, actions});
    this.help = [...panel.childNodes];
  }

  clear() {
    this.panel.replaceChildren(...this.help);
  }

  list(title) {
    const list = node('dl', '');
    const add = (name, ...values) => {
      list.append(node('dt', name));
      const cell = node('dd', '');
      cell.append(...values);
      list.append(cell);
    };
    this.panel.replaceChildren(node('h3', title), list);
    return add;
  }

  show(hit) {
    if (hit.wait) this.showWait(hit.track, hit.bar);
    else this.showBar(hit.track, hit.bar);
  }

  showBar(track, bar) {
    const lines = this.model.text(track, bar).split('\n');
    const add = this.list(lines[0].split(' ', 1)[0]);
    add('instruction', node('code', lines[0]));
    add('where', this.where(track));
    const duration = track.ends[bar] - track.starts[bar];
    const start = formatTime(track.starts[bar] - track.run.offset, 6);
    add('time', `starts at ${start}, takes ${formatTime(duration)}`);
    lines.slice(1).forEach((line) => add('', line));
    this.addSource(add, track, bar);
    this.addWait(add, track, bar);
    this.addPath(add, track, bar);
  }

  showWait(track, bar) {
    const {from, to} = this.model.gap(track, bar);
    const reason = this.model.reason(track, bar);
    const add = this.list('waits: ' + reason);
    add('where', this.where(track));
    const start = formatTime(from - track.run.offset, 6);
    add('time', `idle from ${start} on, for ${formatTime(to - from)}`);
    if (bar >= track.size) {
      add('waits for', 'nothing: the row has no work left');
      return;
    }
    add('waits for', this.model.waits[track.waits[bar]].text || reason);
    this.addAwaited(add, track, bar);
    add('then', node('code', this.model.title(track, bar)));
    this.addSource(add, track, bar);
  }

  where(track) {
    const run = track.run.label ? track.run.label + ': ' : '';
    return run + [track.group, track.title].filter(Boolean).join(' ');
  }

  addSource(add, track, bar) {
    this.model.calls(track, bar).forEach((call, depth) => {
      const place = `${call.file}:${call.line}`;
      const link = action(place, depth === 0 ? 'source-line' : '', () => this.actions.showLine(place));
      link.className = 'link';
      add(depth === 0 ? 'source' : 'called from', link, call.function ? ` in ${call.function}` : '');
    });
  }

  addWait(add, track, bar) {
    const {from, to} = this.model.gap(track, bar);
    const wait = this.model.waits[track.waits[bar]];
    if (to <= from || wait.reason === 'none') {
      add('waited', 'no: it began when the bar before it ended');
      return;
    }
    add('waited', `${formatTime(to - from)} for ${wait.text || wait.reason}`);
    this.addAwaited(add, track, bar);
  }

  addAwaited(add, track, bar) {
    if (track.awaited[bar] < 0) return;
    const source = this.model.locate(track.awaited[bar]);
    const jump = action('Jump to it', 'jump', () => this.actions.jump());
    const text = node('code', this.model.title(source.track, source.bar));
    add('awaited', text, ` on ${this.where(source.track)} `, jump);
  }

  addPath(add, track, bar) {
    const {first, time} = pathShare(track, bar);
    const text = first < 0 ? 'not on it ' : `${formatTime(time)} of it `;
    const words = first < 0 ? 'Go to it' : 'Previous';
    add(
      'critical path',
      text,
      action(words, 'path-previous', () => this.actions.alongPath(-1)),
      ' ',
      first < 0 ? '' : action('Next', 'path-next', () => this.actions.alongPath(1)),
    );
  }

  /** One line for what is under the pointer. */
  brief({track, bar, wait}) {
    if (wait) {
      const {from, to} = this.model.gap(track, bar);
      const kind = bar < track.size ? this.model.waits[track.waits[bar]] : null;
      const reason = kind ? kind.text || kind.reason : 'no work left';
      return `${track.title} waits ${formatTime(to - from)}: ${reason}`;
    }
    const duration = formatTime(track.ends[bar] - track.starts[bar]);
    return `${this.model.title(track, bar)} (${duration})`;
  }
}

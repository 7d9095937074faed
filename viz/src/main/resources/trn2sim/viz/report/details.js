// The panel under the timeline that tells everything about one bar.

function node(tag, text, attributes = {}) {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

class Details {
  constructor(panel, model, onJump) {
    Object.assign(this, {panel, model, onJump});
  }

  show(track, bar) {
    const lines = this.model.text(track, bar).split('\n');
    const list = node('dl', '');
    const add = (name, ...values) => {
      list.append(node('dt', name));
      const cell = node('dd', '');
      cell.append(...values);
      list.append(cell);
    };
    add('instruction', node('code', lines[0]));
    add('where', [track.group, track.row].filter(Boolean).join('.'));
    const duration = track.ends[bar] - track.starts[bar];
    add('time', `starts at ${formatTime(track.starts[bar], 6)}, takes ${formatTime(duration)}`);
    lines.slice(1).forEach((line) => add('', line));
    this.addWait(add, track, bar);
    this.panel.replaceChildren(list);
  }

  addWait(add, track, bar) {
    const gap = track.starts[bar] - (bar === 0 ? 0 : track.ends[bar - 1]);
    const wait = this.model.waits[track.waits[bar]];
    if (gap <= 0 || wait.reason === 'none') {
      add('waited', 'no: it began when the bar before it ended');
      return;
    }
    add('waited', `${formatTime(gap)} for ${wait.text || wait.reason}`);
    if (track.awaited[bar] < 0) return;
    const source = this.model.locate(track.awaited[bar]);
    const text = this.model.text(source.track, source.bar).split('\n', 1)[0];
    const button = node('button', 'Jump to it', {type: 'button', id: 'jump'});
    button.addEventListener('click', () => this.onJump());
    add('awaited', node('code', text), ` on ${source.track.group}.${source.track.row} `, button);
  }

  /** One line for a bar under the pointer. */
  brief(track, bar) {
    const duration = formatTime(track.ends[bar] - track.starts[bar]);
    return `${this.model.text(track, bar).split('\n', 1)[0]} (${duration})`;
  }
}

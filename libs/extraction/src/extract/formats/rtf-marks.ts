/** Parts of rich text that are looked at; what follows is kept as it is. */
const TOKENS_MAX = 20_000_000;
const GROUPS_MAX = 10_000;
const TOKEN = /\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'[0-9a-fA-F]{2}|\\[^a-zA-Z]|[{}]|[^\\{}]+/g;

interface State {
  readonly isHidden: boolean;
  readonly isDeleted: boolean;
}

export interface ShownRichText {
  readonly bytes: Uint8Array;
  /** Stretches of hidden text. */
  readonly hidden: number;
}

/**
 * Rich text as it is shown: hyphens that do not break are hyphens, and hidden text and text that a tracked change
 * deleted is left out, unless hidden text is wanted.
 */
export function shownRichText(
  bytes: Uint8Array,
  { includesHidden }: { readonly includesHidden: boolean },
): ShownRichText {
  const rtf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  if (!/\\(v|deleted|_)(?![a-z])/.test(rtf)) return { bytes, hidden: 0 };
  const pieces: string[] = [];
  const outer: State[] = [];
  let state: State = { isHidden: false, isDeleted: false };
  let [written, hidden, tokens, wasHidden] = [0, 0, 0, false];
  for (const { 0: token, 1: word, 2: value, index } of rtf.matchAll(TOKEN)) {
    tokens += 1;
    // Bytes of pictures follow without any mark.
    if (word === 'bin' || tokens > TOKENS_MAX || outer.length > GROUPS_MAX) break;
    const kept = keptOf(token, word, state);
    if (token === '{') outer.push(state);
    else if (token === '}') state = outer.pop() ?? state;
    else if (word === 'v') state = { ...state, isHidden: value !== '0' };
    else if (word === 'deleted') state = { ...state, isDeleted: value !== '0' };
    else if (word === 'plain') state = { isHidden: false, isDeleted: false };
    const isLost = kept === '' && state.isHidden && /\S/.test(token);
    if (isLost && !wasHidden) hidden += 1;
    // Marks within it do not end a stretch.
    if (isLost || (kept === token && isWords(token, word))) wasHidden = isLost;
    if (kept === token || (includesHidden && !state.isDeleted && kept === '')) continue;
    pieces.push(rtf.slice(written, index), kept);
    written = index + token.length;
  }
  return { bytes: Buffer.from(pieces.join('') + rtf.slice(written), 'latin1'), hidden };
}

function isWords(token: string, word: string | undefined): boolean {
  return word === undefined && !/^[{}]$/.test(token) && token !== '\\*';
}

/** The rest of a token. */
function keptOf(token: string, word: string | undefined, { isHidden, isDeleted }: State): string {
  const isLeftOut = isHidden || isDeleted;
  if (token === '\\_') return isLeftOut ? '' : '-';
  return isLeftOut && (isWords(token, word) || word === 'u' || word === 'tab') ? '' : token;
}

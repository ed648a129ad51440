import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { numberedBody } from '../numbering/numbered-word';
import { HiddenStyles } from './hidden-styles';
import { shownMarkup } from './word-markup';

const BODY = /^word\/document\d*\.xml$/;
const STORIES = /^word\/(document\d*|footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/;
const NUMBERING = 'word/numbering.xml';
const STYLES = 'word/styles.xml';

export interface OpenWord {
  readonly bytes: Uint8Array;
  /** Whether paragraphs begin with their numbers. */
  readonly hasNumbers: boolean;
  /** Stretches that Word does not show. */
  readonly hidden: number;
}

/** A Word document with what Word shows and does not store, and without what it stores and does not show. */
export function openWord(bytes: Uint8Array, options: { readonly includesHidden: boolean }): OpenWord {
  const parts = unzipSync(bytes, {
    filter: ({ name }) => name === NUMBERING || name === STYLES || STORIES.test(name),
  });
  const textOf = (name: string) => strFromU8(parts[name] ?? new Uint8Array());
  const [lists, styles] = [textOf(NUMBERING), textOf(STYLES)];
  const hiding = new HiddenStyles(styles);
  const changed: Record<string, Uint8Array> = {};
  let [hidden, hasNumbers] = [0, false];
  for (const name of Object.keys(parts).filter((part) => STORIES.test(part))) {
    const xml = textOf(name);
    const numbered = lists !== '' && BODY.test(name) ? numberedBody(xml, lists, styles) : xml;
    const shown = shownMarkup(numbered, hiding, options);
    hasNumbers ||= numbered !== xml;
    hidden += shown.hidden;
    if (shown.xml !== xml) changed[name] = strToU8(shown.xml);
  }
  if (Object.keys(changed).length === 0) return { bytes, hasNumbers, hidden };
  return { bytes: zipSync({ ...unzipSync(bytes), ...changed }, { level: 0 }), hasNumbers, hidden };
}

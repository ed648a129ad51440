import type { FormatReader } from '../reader';
import { partsBetween } from '../text-parts';
import { decodedText } from './decoded-text';

const timing = /^(?:(\d+):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})\s*-->\s*(?:(\d+):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})/;

/** WebVTT and SubRip: what is said, with the seconds when. */
export const readSubtitles: FormatReader = async (source, document) => {
  const text = decodedText(source, document);
  for (const cue of partsBetween(text.replace(/\r\n?/g, '\n'), /\n\n/g)) {
    const lines = cue.split('\n');
    const at = lines.findIndex((line) => timing.test(line));
    const found = at === -1 ? undefined : timing.exec(lines[at] ?? '');
    if (!found) continue;
    const said = lines
      .slice(at + 1)
      .map(withoutTags)
      .join('\n')
      .trim();
    document.verbatim('transcript', said, { seconds: { start: secondsAt(found, 1), end: secondsAt(found, 5) } });
    if (document.full) return;
  }
};

function secondsAt(found: RegExpExecArray, from: number): number {
  const [hours = 0, minutes = 0, seconds = 0, fraction = 0] = found
    .slice(from, from + 4)
    .map((part) => Number(part ?? 0));
  return hours * 3600 + minutes * 60 + seconds + fraction / 1000;
}

/** `<v Speaker>text</v>` names who speaks. */
function withoutTags(line: string): string {
  const unescaped = (text: string) =>
    text
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&nbsp;/g, ' ')
      .replace(/&amp;/g, '&');
  return unescaped(line.replace(/<v(?:\.[^\s<>]*)?\s([^<>]+)>/g, '$1: ').replace(/<[^<>]*>/g, ''));
}

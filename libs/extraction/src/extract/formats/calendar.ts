import type { DocumentBuilder } from '../document-builder';
import type { FormatReader } from '../reader';
import { type Component, componentsOf, type ContentLine, unescaped } from './content-lines';
import { decodedText } from './decoded-text';
import { readPlain } from './plain';

/** Entries of one file. */
const ENTRIES_MAX = 20_000;
/** Of one entry. */
const PEOPLE_MAX = 500;
const TIME = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d{0,2}(Z?))?$/;
const PICTURES = new Set(['PHOTO', 'LOGO', 'SOUND', 'KEY']);
const PICTURES_LEFT_OUT =
  'Pictures, sounds and keys of contacts were left out: send them by themselves to have them read';
const ENTRIES = new Set(['VEVENT', 'VTODO', 'VJOURNAL', 'VCARD']);

/** Members of an entry, in this order, with their names. Others, such as ids and pictures, are left out. */
const shown: readonly (readonly [property: string, title: string, write: (line: ContentLine) => string])[] = [
  ['SUMMARY', 'Summary', unescapedValue],
  ['FN', 'Name', unescapedValue],
  ['N', 'Name', structuredParts],
  ['NICKNAME', 'Nickname', unescapedValue],
  ['ORG', 'Organization', structuredParts],
  ['TITLE', 'Title', unescapedValue],
  ['ROLE', 'Role', unescapedValue],
  ['STATUS', 'Status', unescapedValue],
  ['DTSTART', 'Start', timeOf],
  ['DTEND', 'End', timeOf],
  ['DUE', 'Due', timeOf],
  ['RRULE', 'Repeats', unescapedValue],
  ['LOCATION', 'Location', unescapedValue],
  ['ORGANIZER', 'Organizer', personOf],
  ['ATTENDEE', 'Attendees', personOf],
  ['TEL', 'Telephone', addressOf],
  ['EMAIL', 'Mail', addressOf],
  ['ADR', 'Address', structuredParts],
  ['BDAY', 'Birthday', timeOf],
  ['CATEGORIES', 'Categories', unescapedValue],
  ['URL', 'Link', unescapedValue],
  ['DESCRIPTION', 'Description', unescapedValue],
  ['COMMENT', 'Comment', unescapedValue],
  ['NOTE', 'Note', unescapedValue],
];

/** Calendars and cards of contacts: one paragraph for each entry, with names for what it says. */
export const readCalendar: FormatReader = async (source, document) => {
  const text = decodedText(source, document);
  const names: string[] = [];
  let entries = 0;
  for (const component of componentsOf(text)) {
    if (component.name === 'VCALENDAR') names.push(first(component, 'X-WR-CALNAME'));
    if (!ENTRIES.has(component.name)) continue;
    entries += 1;
    if (entries <= ENTRIES_MAX) writeEntry(component, document);
    if (entries === 1) names.push(first(component, 'SUMMARY') || first(component, 'FN'));
    if (document.full) return;
  }
  document.lose(
    `Entries beyond the first ${ENTRIES_MAX} of a calendar or of contacts were left out`,
    entries - ENTRIES_MAX,
  );
  if (entries === 0) readPlain(text, document);
  document.describe({ title: entries === 1 ? names[0] : names[1] });
};

function writeEntry(entry: Component, document: DocumentBuilder): void {
  document.lose(PICTURES_LEFT_OUT, entry.lines.filter(({ name }) => PICTURES.has(name)).length);
  const hasName = entry.lines.some(({ name }) => name === 'FN');
  const told = shown.flatMap(([property, title, write]) => {
    const lines = property === 'N' && hasName ? [] : entry.lines.filter(({ name }) => name === property);
    const values = lines
      .slice(0, PEOPLE_MAX)
      .map(write)
      .filter((value) => value.trim() !== '');
    for (const { value } of property === 'URL' ? lines : []) document.link(value.trim());
    document.lose(`Attendees and the like beyond the first ${PEOPLE_MAX} were left out`, lines.length - PEOPLE_MAX);
    return values.length === 0 ? [] : [`${title}: ${values.join(', ')}`];
  });
  document.paragraph(told.join('\n'));
}

function first({ lines }: Component, property: string): string {
  const line = lines.find(({ name }) => name === property);
  return line ? unescapedValue(line) : '';
}

function unescapedValue({ value }: ContentLine): string {
  return unescaped(value).trim();
}

/** `;;Quay 3;Bergen;;5003;Norway` */
function structuredParts({ value }: ContentLine): string {
  const parts = value.split(/(?<!\\);/).map((part) => unescaped(part).trim());
  return parts.filter((part) => part !== '').join(', ');
}

/** `2026-03-14 09:00 (Europe/Oslo)`; days without a time of day as they are, like all that is no time. */
function timeOf({ value, parameters }: ContentLine): string {
  const [, year, month, day, hour, minute, zulu] = TIME.exec(value.trim()) ?? [];
  if (year === undefined) return unescaped(value).trim();
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return date;
  const zone = zulu ? 'UTC' : (parameters.get('TZID') ?? '');
  return `${date} ${hour}:${minute}${zone && ` (${zone})`}`;
}

function personOf(line: ContentLine): string {
  const [name = '', address] = [line.parameters.get('CN'), addressOf(line)];
  return name === '' || name === address ? address : `${name} <${address}>`;
}

function addressOf({ value }: ContentLine): string {
  return unescaped(value)
    .trim()
    .replace(/^(mailto|tel):/i, '');
}

import { CompoundFile } from '../compound-file';
import { compoundProperties } from '../compound-properties';
import type { DocumentBuilder } from '../document-builder';
import { embeddedObjects } from '../embedded-objects';
import type { FormatReader } from '../reader';
import { PresentationFile, type SlideRecords } from '../slides/presentation-file';
import { titledTable } from '../table-title';
import { commentsOf, masterTexts, runningTexts, slideOfNotes, type SlideText, slideTexts } from '../slides/slide-texts';

/** Placeholders for the number of a page, a date or a footer. */
const PLACES = /^[*\s]*$/;

/** Presentations of up to 2003: a slide is a page, with its notes and comments; then what all slides show. */
export const readPowerPoint97: FormatReader = async (source, document, context) => {
  const compound = new CompoundFile(source.bytes);
  const file = new PresentationFile(compound);
  document.describe(compoundProperties(compound));
  const running: string[] = runningTexts(file.document);
  const notes = new Map(file.notes.map((bounds) => [bounds.slide && slideOfNotes(bounds.slide.content), bounds]));
  for (const { id, slide, outline } of file.slides) {
    document.startPage();
    const content = slide?.content ?? new Uint8Array();
    for (const text of slideTexts(content, outline)) writeText(text, document);
    writeNotes(notes.get(id), document);
    for (const comment of commentsOf(content)) document.paragraph(comment);
    running.push(...runningTexts(content));
    context.alive();
    if (document.full) return;
  }
  for (const { slide } of file.masters)
    running.push(...(slide ? masterTexts(slide.content) : []).map(({ text }) => text));
  for (const text of new Set(running.map((line) => line.trim()))) if (!PLACES.test(text)) document.paragraph(text);
  for (const part of embeddedObjects(compound)) await context.nested(part);
};

function writeNotes(notes: SlideRecords | undefined, document: DocumentBuilder): void {
  if (!notes?.slide) return;
  for (const text of slideTexts(notes.slide.content, notes.outline)) writeText({ ...text, isTitle: false }, document);
}

function writeText({ isTitle, text, rows }: SlideText, document: DocumentBuilder): void {
  if (rows) return document.table(titledTable({ rows }));
  const lines = text.split('\r').map((line) => line.replace(/\u000b/g, '\n'));
  if (isTitle) document.heading(lines.join(' '), 2);
  else for (const line of lines) if (!PLACES.test(line)) document.paragraph(line);
}

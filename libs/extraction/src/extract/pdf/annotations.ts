import { fieldLines, type FormField, formFieldOf } from './form-fields';
import type { Row } from './rows';

/** The text around forms. */
export interface Printed {
  readonly rows: readonly Row[];
  /** Its direction in quarter turns. */
  readonly quarter: number;
}

/** Texts of notes, and then of forms, with the labels that are printed beside the fields. */
export function annotationTexts(annotations: readonly unknown[], { rows, quarter }: Printed): string[] {
  const notes: string[] = [];
  const fields: FormField[] = [];
  for (const annotation of annotations) {
    if (typeof annotation !== 'object' || annotation === null) continue;
    const subtype: unknown = Reflect.get(annotation, 'subtype');
    if (subtype === 'Widget') {
      const field = formFieldOf(annotation, quarter);
      if (field) fields.push(field);
    } else {
      const note = noteText(annotation, subtype);
      if (note && note.trim() !== '') notes.push(note);
    }
  }
  return [...notes, ...fieldLines(fields, rows)];
}

function noteText(annotation: object, subtype: unknown): string | undefined {
  if (subtype === 'Link' || subtype === 'Popup') return undefined;
  const contents: unknown = Reflect.get(annotation, 'contentsObj');
  const text: unknown = typeof contents === 'object' && contents !== null ? Reflect.get(contents, 'str') : undefined;
  return typeof text === 'string' ? text : undefined;
}

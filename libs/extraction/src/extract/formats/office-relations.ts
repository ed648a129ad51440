import { Parser } from 'htmlparser2';
import type { Archive } from '../archive';
import type { DocumentBuilder } from '../document-builder';

const PART_BYTES_MAX = 8 * 1024 * 1024;
const RELATIONS_MAX = 20_000;

/** From one part of an Office Open XML file to another, or out of it. */
export interface Relation {
  readonly id: string;
  /** The last word of it, such as `image`. */
  readonly type: string;
  /** The name of a part, or an address when it is external. */
  readonly target: string;
  readonly isExternal: boolean;
}

/** Targets that a part names: pictures, slides, links. */
export function partRelations(part: string, archive: Archive): Relation[] {
  const slash = part.lastIndexOf('/') + 1;
  const bytes = smallPart(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`, archive);
  const relations: Relation[] = [];
  const parser = new Parser(
    {
      onopentag(name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) {
        if (!/(^|:)Relationship$/.test(name) || relations.length >= RELATIONS_MAX) return;
        const isExternal = mode === 'External';
        const location = isExternal ? target : resolved(part.slice(0, slash), target);
        relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: location, isExternal });
      },
    },
    { xmlMode: true },
  );
  parser.end(bytes ? new TextDecoder().decode(bytes) : '');
  return relations;
}

/** The XML of a part; empty for a missing one, and for one that is larger than such parts are. */
export function xmlOf(part: string, archive: Archive): string {
  const bytes = smallPart(part, archive);
  return bytes ? new TextDecoder().decode(bytes) : '';
}

/** Addresses that links lead to, in any part. */
export function writeLinks(archive: Archive, document: DocumentBuilder): void {
  for (const { name } of archive.entries) {
    const part = /^(.*\/)?_rels\/([^/]+)\.rels$/.exec(name);
    if (!part) continue;
    for (const { type, target, isExternal } of partRelations(`${part[1] ?? ''}${part[2] ?? ''}`, archive))
      if (isExternal && type === 'hyperlink') document.link(target);
  }
}

function smallPart(name: string, archive: Archive): Uint8Array | undefined {
  const isSmall = archive.entries.some((entry) => entry.name === name && entry.sizeBytes <= PART_BYTES_MAX);
  return isSmall ? archive.read(name) : undefined;
}

function resolved(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const steps: string[] = [];
  for (const step of `${folder}${target}`.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.') steps.push(step);
  }
  return steps.join('/');
}

import type { AugmentablePicture } from '@lectern/contracts/knowledge-box';
import type { ImageInput } from '@lectern/models';
import { readTables } from '@lectern/understanding';
import { type Found, foundNothing } from './agent-findings';
import type { AgentModel } from './agent-model';
import type { AgentText } from './agent-text';
import { tablesOfText } from './local-tables';

/** Second part of the ids of fields with tables. */
export const TABLES_DESTINATION = 'tables';
const BODY_CHARS_MAX = 200_000;
/** Pictures of one call. */
const PICTURES_PER_CALL = 4;

/** Fetches a picture; undefined when it is too large or no longer there. */
export type SeePicture = (picture: AugmentablePicture) => Promise<ImageInput | undefined>;

/** How tables are found. */
export interface TableReading {
  readonly model: AgentModel;
  /** Absent where there are no pictures. */
  readonly see?: SeePicture;
}

/** The tables of pictures by a model that sees, otherwise those of the text by their form, as one text. */
export async function extractedTables(text: AgentText, reading: TableReading): Promise<Found> {
  const seen = await tablesOfPictures(text, reading);
  const body = fittingTables(seen ?? tablesOfText(text.text)).join('\n\n');
  const texts = body === '' ? [] : [{ destination: TABLES_DESTINATION, body, format: 'MARKDOWN' as const }];
  return { ...foundNothing, texts };
}

/** Undefined when there is nothing to see, or nobody who sees. */
async function tablesOfPictures(
  { pictures = [] }: AgentText,
  { model, see }: TableReading,
): Promise<readonly string[] | undefined> {
  if (pictures.length === 0 || !see || !model.sees) return undefined;
  const tables: string[] = [];
  let wereSeen = false;
  for (let at = 0; at < pictures.length; at += PICTURES_PER_CALL) {
    const fetched = await Promise.all(pictures.slice(at, at + PICTURES_PER_CALL).map(see));
    const images = fetched.filter((one) => one !== undefined);
    if (images.length === 0) continue;
    wereSeen = true;
    tables.push(...(await readTables(model, images, { rules: null, merges: images.length > 1 })).flat());
  }
  return wereSeen ? tables : undefined;
}

function fittingTables(tables: readonly string[]): readonly string[] {
  let chars = 0;
  return tables.filter((table) => (chars += table.length + 2) <= BODY_CHARS_MAX);
}

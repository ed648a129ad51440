import type { UnderstoodField } from '@lectern/contracts/understanding';
import { FieldAnalysis, type UnderstandOptions } from '../enrich/field-analysis';
import type { FieldProblem } from '../extract/document';
import { DocumentBuilder } from '../extract/document-builder';
import { openResumeToken } from './resume-token';

/** Results of a field of which only a part can be read. @param resume of the last progress */
export function partlyUnderstood(resume: string, options: UnderstandOptions, problem: FieldProblem): UnderstoodField {
  const { position, analysis, mediaType } = openResumeToken(resume);
  const document = new DocumentBuilder(Number.MAX_SAFE_INTEGER, position.builder);
  return new FieldAnalysis(options, analysis).finish(document.facts(mediaType), problem);
}

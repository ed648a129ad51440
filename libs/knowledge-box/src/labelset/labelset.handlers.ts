import { handlersOf } from '@lectern/bus';
import {
  deleteLabelset,
  getLabelset,
  listLabelsets,
  putLabelset,
  readParagraphLabelsets,
} from '@lectern/contracts/knowledge-box';
import { LabelsetService } from './labelset.service';

export const LabelsetHandlers = handlersOf(LabelsetService)
  .answer(putLabelset, (labelsets, { params, body }) => labelsets.put(params, body))
  .answer(deleteLabelset, (labelsets, { params }) => labelsets.delete(params))
  .answer(getLabelset, (labelsets, { params }) => labelsets.get(params))
  .answer(listLabelsets, (labelsets, { params }) => labelsets.list(params.kbid))
  .answer(readParagraphLabelsets, (labelsets, { body }) => labelsets.ofParagraphs(body.kbid));

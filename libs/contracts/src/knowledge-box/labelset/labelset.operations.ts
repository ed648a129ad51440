import { event } from '../../core/event';
import { failsWithoutRoom } from '../../core/failures';
import { documentOperation, operation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../params';
import { READ_DEADLINE_MS, readsKnowledgeBox, WRITE_DEADLINE_MS, writesKnowledgeBox } from '../policies';
import { KnowledgeBoxReference } from '../retrieval-settings/retrieval-settings.dto';
import { Labelset, LabelsetPayload, Labelsets, LabelsetTarget, ParagraphLabelsets } from './labelset.dto';

const item = '/api/v1/kb/{kbid}/labelset/{labelset}';

/**
 * Creates the labelset, or replaces all of it. Labels of resources are not checked against labelsets and do not change
 * with them. A knowledge box has at most 1,000 labelsets.
 */
export const putLabelset = operation({
  name: 'kb.labelset.put',
  summary: 'Create or replace a labelset',
  http: { method: 'POST', path: item, host: 'zone', success: 200, reply: 'null' },
  policy: writesKnowledgeBox,
  params: LabelsetTarget,
  body: LabelsetPayload,
  fails: {
    ...failsWithoutRoom,
    quota_exceeded: 'The knowledge box has 1,000 labelsets.',
    invalid_request: 'The request is not valid, two labels have the same title, or another labelset has this title.',
  },
  deadlineMs: WRITE_DEADLINE_MS,
});

/** Resources keep their labels. An unknown labelset is no error. */
export const deleteLabelset = operation({
  name: 'kb.labelset.delete',
  summary: 'Delete a labelset',
  http: { method: 'DELETE', path: item, host: 'zone', success: 200, reply: 'null' },
  policy: writesKnowledgeBox,
  params: LabelsetTarget,
  fails: failsWithoutRoom,
  deadlineMs: WRITE_DEADLINE_MS,
});

/** Returns one labelset with its labels. */
export const getLabelset = operation({
  name: 'kb.labelset.get',
  summary: 'Get a labelset',
  http: { method: 'GET', path: item, host: 'zone', success: 200 },
  policy: readsKnowledgeBox,
  params: LabelsetTarget,
  answer: Labelset,
  fails: { not_found: 'The knowledge box or the labelset does not exist, or the caller may not know of it.' },
  deadlineMs: READ_DEADLINE_MS,
});

/** Returns all labelsets with their labels, ordered by id. The list is not paged. */
export const listLabelsets = documentOperation({
  name: 'kb.labelset.list',
  summary: 'List labelsets',
  http: { method: 'GET', path: '/api/v1/kb/{kbid}/labelsets', host: 'zone', success: 200 },
  policy: readsKnowledgeBox,
  params: KnowledgeBoxTarget,
  answer: Labelsets,
  deadlineMs: READ_DEADLINE_MS,
});

/** The labelsets that are meant for paragraphs, for search, which checks access itself. */
export const readParagraphLabelsets = operation({
  name: 'kb.labelset.read-of-paragraphs',
  summary: 'Read which labelsets of a knowledge box are meant for paragraphs',
  body: KnowledgeBoxReference,
  answer: ParagraphLabelsets,
  deadlineMs: READ_DEADLINE_MS,
});

/** The labelsets of a knowledge box changed. */
export const labelsetsChanged = event<{ readonly kbid: string }>('kb.labelsets.changed');

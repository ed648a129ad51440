import { operation, streamOperation } from '../../core/operation';
import { WRITE_DEADLINE_MS } from '../policies';
import {
  AlignableNames,
  AlignableQuery,
  AlignmentDone,
  AlignmentPayload,
  AugmentableQuery,
  AugmentableValue,
  AugmentationPayload,
  AugmentationReference,
  AugmentedQuery,
  AugmentedResources,
} from './augmentation.dto';

/** Fields that are not processed yet are left out. @throws AppError `not_found` */
export const readAugmentableFields = streamOperation({
  name: 'kb.augmentation.fields',
  summary: 'Read the fields of a resource as agents do',
  body: AugmentableQuery,
  answer: AugmentableValue,
  deadlineMs: 30_000,
});

/** Lists resources in an order in which none is missed that was there before. */
export const listAugmentedResources = operation({
  name: 'kb.augmentation.resources',
  summary: 'List resources that agents walk through',
  body: AugmentedQuery,
  answer: AugmentedResources,
  deadlineMs: 10_000,
});

/** Safe to repeat. @throws AppError `not_found`, `invalid_request` when it is too much for a resource */
export const putAugmentations = operation({
  name: 'kb.augmentation.put',
  summary: 'Store what tasks found in a resource',
  body: AugmentationPayload,
  deadlineMs: WRITE_DEADLINE_MS,
});

/** Removes all that a task found in a resource, text fields included. Safe to repeat. @throws AppError `not_found` */
export const clearAugmentations = operation({
  name: 'kb.augmentation.clear',
  summary: 'Remove what a task found in a resource',
  body: AugmentationReference,
  deadlineMs: WRITE_DEADLINE_MS,
});

/** Lists at most 5,000 labels and 5,000 names. */
export const listAlignableNames = operation({
  name: 'kb.augmentation.names',
  summary: 'List labels and names that may be aligned',
  body: AlignableQuery,
  answer: AlignableNames,
  deadlineMs: 60_000,
});

/** Replaces labels and names. Safe to repeat. @throws AppError `not_found` */
export const alignNames = operation({
  name: 'kb.augmentation.align',
  summary: 'Replace labels and names by others',
  body: AlignmentPayload,
  answer: AlignmentDone,
  deadlineMs: WRITE_DEADLINE_MS,
});

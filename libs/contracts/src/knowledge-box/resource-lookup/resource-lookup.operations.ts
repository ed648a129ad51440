import { operation } from '../../core/operation';
import {
  ResourcesFound,
  ResourcesQuery,
  TextsFound,
  TextsQuery,
  VisibleResources,
  VisibleResourcesQuery,
} from './resource-lookup.dto';

/** Leaves out secrets of fields. @throws AppError `too_large` when the resources have more than 6 MiB together */
export const readResources = operation({
  name: 'kb.resources.read',
  summary: 'Read resources by id or slug',
  body: ResourcesQuery,
  answer: ResourcesFound,
  deadlineMs: 10_000,
});

/** Reads the rows, which know of restrictions and deletions before the indexes do. */
export const listVisibleResources = operation({
  name: 'kb.resources.visible',
  summary: 'List which of some resources exist and are visible',
  body: VisibleResourcesQuery,
  answer: VisibleResources,
  deadlineMs: 10_000,
});

/** Reads only the texts of fields; for a field without text, the summary of its resource. */
export const readTexts = operation({
  name: 'kb.texts.read',
  summary: 'Read the texts of resources by id or slug',
  body: TextsQuery,
  answer: TextsFound,
  deadlineMs: 15_000,
});

import { operation } from '../../core/operation';
import { UnembeddedFields, UnembeddedFieldsQuery } from './unembedded-field.dto';

/** Reads the rows that processing writes and embedding removes. */
export const listUnembeddedFields = operation({
  name: 'kb.fields.unembedded',
  summary: 'List which fields of some resources are not wholly in the index of a vectorset',
  body: UnembeddedFieldsQuery,
  answer: UnembeddedFields,
  deadlineMs: 10_000,
});

import { generatedFieldLabels } from '@lectern/contracts/core';
import { type FieldType, fieldTypes, letterOfFieldType } from '@lectern/contracts/knowledge-box';
import type { AugmentedField, FieldsOfResourceAugment } from '@lectern/contracts/search';

type Filters = FieldsOfResourceAugment['filters'];

/** Field types that match one of the filters; all types if there are no filters. */
export function typesWanted(filters: Filters): readonly FieldType[] {
  if (filters.length === 0) return fieldTypes;
  const types = new Set(
    filters.flatMap((filter) => (filter.prop === 'field' ? [filter.type] : (['text', 'conversation'] as const))),
  );
  return [...types];
}

/** Whether a field matches one of the filters, or there are none. */
export function isFieldWanted({ id, field_type: type }: AugmentedField, filters: Filters): boolean {
  const [, , name = ''] = id.split('/');
  const generated = generatedFieldLabels({ letter: letterOfFieldType[type], id: name });
  return (
    filters.length === 0 ||
    filters.some((filter) => {
      if (filter.prop === 'field') return filter.type === type && (!filter.name || filter.name === name);
      return filter.da_task ? generated.includes(`/g/da/${filter.da_task}`) : generated.length > 0;
    })
  );
}

import {
  Autocomplete,
  type AutocompleteProps,
  type ComboboxParsedItem,
  isOptionsGroup,
  type OptionsFilter,
  Text,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { learningSchemaQuery } from '../data/box-models';
import { isNamed, useModelGroups } from './model-groups';

interface SuggestedModelProps extends Pick<AutocompleteProps, 'label' | 'description' | 'error' | 'required'> {
  /** Box or agent, whose models are suggested. */
  readonly kbid: string;
  /** Name of a model; the usual one when empty. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const SUGGESTED_MAX = 100;

/** A field for the name of a model, which suggests those of a box or an agent and takes others, too. */
export function SuggestedModel({ kbid, value, onChange, ...labels }: SuggestedModelProps) {
  const { t } = useTranslation();
  const schema = useQuery(learningSchemaQuery(kbid)).data;
  const groups = useModelGroups(schema);
  const titles = new Map(groups.flatMap(({ items }) => items.map(({ value: name, label }) => [name, label])));
  return (
    <Autocomplete
      {...labels}
      placeholder={t('models.usual')}
      data={groups.map(({ group, items }) => ({ group, items: items.map((one) => one.value) }))}
      filter={filterBy(titles)}
      renderOption={({ option }) => <Option name={option.value} title={titles.get(option.value)} />}
      limit={SUGGESTED_MAX}
      value={value}
      onChange={onChange}
      dir="ltr"
    />
  );
}

/** A model that has been chosen hides no others. */
function filterBy(titles: ReadonlyMap<string, string>): OptionsFilter {
  return ({ options, search }) => {
    const isFound = (name: string) => titles.has(search) || isNamed([name, titles.get(name)], search);
    return options.flatMap((one): ComboboxParsedItem[] => {
      if (!isOptionsGroup(one)) return isFound(one.value) ? [one] : [];
      const items = one.items.filter(({ value }) => isFound(value));
      return items.length > 0 ? [{ ...one, items }] : [];
    });
  };
}

function Option({ name, title }: { readonly name: string; readonly title: string | undefined }) {
  return (
    <div>
      <Text size="sm" dir="auto">
        {title ?? name}
      </Text>
      {title !== undefined && title !== name && (
        <Text size="xs" className="content-text">
          {name}
        </Text>
      )}
    </div>
  );
}

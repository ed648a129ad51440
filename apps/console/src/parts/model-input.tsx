import { Autocomplete, type AutocompleteProps, type ComboboxItem, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { learningSchemaQuery } from '../data/box-models';
import { modelsNamed } from './models-named';

interface ModelInputProps extends Pick<AutocompleteProps, 'label' | 'description' | 'error' | 'required'> {
  /** Box or agent, whose models are suggested. */
  readonly kbid: string;
  /** Name of a model; the usual one when empty. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const SUGGESTED_MAX = 50;

/** A field for the name of a model, which suggests those of a box or an agent and takes others, too. */
export function ModelInput({ kbid, value, onChange, ...labels }: ModelInputProps) {
  const { t } = useTranslation();
  const models = useQuery(learningSchemaQuery(kbid)).data?.generative_model.options ?? [];
  const titles = new Map(models.map(({ value: name, name: title }) => [name, title]));
  const found = (text: string) => modelsNamed(models, text).map(({ value: name }) => name);
  return (
    <Autocomplete
      {...labels}
      placeholder={t('usualModel')}
      data={[...titles.keys()]}
      // A model that has been chosen hides no others.
      filter={({ search }) => found(titles.has(search) ? '' : search).map(asItem)}
      renderOption={({ option }) => <Option name={option.value} title={titles.get(option.value)} />}
      limit={SUGGESTED_MAX}
      value={value}
      onChange={onChange}
      dir="ltr"
    />
  );
}

const asItem = (value: string): ComboboxItem => ({ value, label: value });

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

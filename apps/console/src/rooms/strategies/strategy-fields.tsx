import { NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { STRATEGY_NAME_CHARS_MAX } from '@lectern/contracts/understanding';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type BoxModel, boxModelsQuery, learningQuery } from '../../data/box-models';

/** Fifty rules of 2,000 characters. */
const RULES_CHARS_MAX = 100_050;

interface FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function StrategyName({ value, onChange }: FieldProps) {
  const { t } = useTranslation('strategies');
  return (
    <TextInput
      label={t('form.name')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={STRATEGY_NAME_CHARS_MAX}
      dir="auto"
      required
      data-autofocus
    />
  );
}

/** Instructions for the model, one a line. */
export function StrategyRules({ label, value, onChange }: FieldProps & { readonly label: string }) {
  const { t } = useTranslation('strategies');
  return (
    <Textarea
      label={label}
      description={t('form.rulesHint')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={RULES_CHARS_MAX}
      dir="auto"
      autosize
      minRows={2}
      maxRows={8}
    />
  );
}

interface ModelFieldProps extends FieldProps {
  readonly kbid: string;
  /** Whether only models that see pictures can do it. */
  readonly needsEyes: boolean;
}

const sees = ({ features }: BoxModel) => features.vision !== undefined;
const follows = ({ features }: BoxModel) => features.system_message !== undefined;

/** Which model does it: that of the box, unless another one is chosen. */
export function StrategyModelField({ kbid, needsEyes, value, onChange }: ModelFieldProps) {
  const { t } = useTranslation('strategies');
  const { data } = useQuery(boxModelsQuery(kbid));
  const ofBox = useQuery(learningQuery(kbid)).data?.generative_model;
  const isAble = needsEyes ? sees : follows;
  const able = [...(data ?? [])].filter(([, model]) => isAble(model));
  const chosen = value === '' ? ofBox : value;
  const isMissing = data !== undefined && chosen !== undefined && !able.some(([name]) => name === chosen);
  const known = able.map(([name, { title }]) => ({ value: name, label: title }));
  const others = value === '' || able.some(([name]) => name === value) ? [] : [{ value, label: value }];
  return (
    <>
      <NativeSelect
        label={t('form.model')}
        data={[{ value: '', label: t('form.modelOfBox') }, ...others, ...known]}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isMissing && (
        <Text size="sm" role="status">
          {t(needsEyes ? 'form.noEyes' : 'form.noModel')}
        </Text>
      )}
    </>
  );
}

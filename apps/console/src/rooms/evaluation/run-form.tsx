import { Modal, MultiSelect, NumberInput, Stack, Switch, Text } from '@mantine/core';
import { EVALUATION_VARIANTS_MAX, type EvaluationRunState } from '@lectern/contracts/search';
import { variantsOf } from '@lectern/evaluation';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { boxModelsQuery } from '../../data/box-models';
import { searchConfigurationsQuery } from '../../data/search-configurations';
import { FormEnd } from '../../parts/form-end';
import { useStartRun } from './evaluation';

/** The box as it is, among the choices; those of configurations begin with another letter. */
const AS_IT_IS = 'default';
const PREFIX = 'c:';
const K = 10;
const K_MAX = 100;

/** What is compared. */
interface Choice {
  readonly configurations: string[];
  readonly models: string[];
}

const asItIs: Choice = { configurations: [AS_IT_IS], models: [] };

interface RunFormProps {
  readonly kbid: string;
  readonly set: string;
  readonly onClose: () => void;
  readonly onStarted: (run: EvaluationRunState) => void;
}

/** A dialog that starts a run. */
export function RunForm(props: RunFormProps) {
  const { t } = useTranslation(['evaluation', 'shell']);
  const close = { 'aria-label': t('shell:close') };
  return (
    <Modal opened onClose={props.onClose} title={t('run.start')} closeButtonProps={close}>
      <Form {...props} />
    </Modal>
  );
}

function Form({ kbid, set, onClose, onStarted }: RunFormProps) {
  const { t } = useTranslation('evaluation');
  const [choice, setChoice] = useState(asItIs);
  const [answers, setAnswers] = useState(true);
  const [k, setK] = useState(K);
  const start = useStartRun(kbid, set);
  const configurations = choice.configurations.map((one) => (one === AS_IT_IS ? null : one.slice(PREFIX.length)));
  const variants = variantsOf(configurations, answers ? choice.models : []);
  const isTooMuch = variants.length > EVALUATION_VARIANTS_MAX;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (start.isPending || isTooMuch) return;
    const body = {
      variants: variants.map(({ configuration, model }) => ({
        search_configuration: configuration,
        generative_model: model,
      })),
      answers,
      k,
    };
    start.mutate(body, { onSuccess: onStarted });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Switch
          label={t('run.answers')}
          description={t('run.answersHint')}
          checked={answers}
          onChange={(event) => {
            setAnswers(event.currentTarget.checked);
            // Configurations are of asks or of finds.
            setChoice({ ...choice, configurations: [AS_IT_IS] });
          }}
        />
        <Ways kbid={kbid} choice={choice} answers={answers} onChoose={setChoice} />
        <NumberInput
          label={t('run.k')}
          min={1}
          max={K_MAX}
          allowDecimal={false}
          value={k}
          onChange={(value) => setK(typeof value === 'number' ? value : K)}
        />
        <Text size="sm" role="status" c={isTooMuch ? 'red' : 'dimmed'}>
          {isTooMuch
            ? t('run.tooMany', { max: EVALUATION_VARIANTS_MAX })
            : t('run.variants', { count: variants.length })}
        </Text>
        <FormEnd error={start.error} isBusy={start.isPending} onCancel={onClose}>
          {t('run.start')}
        </FormEnd>
      </Stack>
    </form>
  );
}

interface WaysProps {
  readonly kbid: string;
  readonly choice: Choice;
  readonly answers: boolean;
  readonly onChoose: (choice: Choice) => void;
}

/** Search configurations and models of the box. */
function Ways({ kbid, choice, answers, onChoose }: WaysProps) {
  const { t } = useTranslation('evaluation');
  const configurations = useQuery(searchConfigurationsQuery(kbid));
  const models = useQuery(boxModelsQuery(kbid));
  const kind = answers ? 'ask' : 'find';
  const named = Object.entries(configurations.data ?? {}).flatMap(([name, one]) =>
    one.kind === kind ? [{ value: `${PREFIX}${name}`, label: name }] : [],
  );
  return (
    <>
      <MultiSelect
        label={t('run.configurations')}
        description={t('run.configurationsHint')}
        data={[{ value: AS_IT_IS, label: t('variant.default') }, ...named]}
        value={choice.configurations}
        onChange={(chosen) => onChoose({ ...choice, configurations: chosen })}
      />
      {answers && (
        <MultiSelect
          label={t('run.models')}
          description={t('run.modelsHint')}
          data={[...(models.data?.entries() ?? [])].map(([value, { title }]) => ({ value, label: title }))}
          value={choice.models}
          onChange={(chosen) => onChoose({ ...choice, models: chosen })}
          searchable
        />
      )}
    </>
  );
}

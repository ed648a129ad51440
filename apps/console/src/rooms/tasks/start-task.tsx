import { Checkbox, Modal, NumberInput, Radio, Stack, Text, Textarea, TextInput, UnstyledButton } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKbid } from '../../data/kbid';
import { FormEnd } from '../../parts/form-end';
import { SuggestedModel } from '../../parts/suggested-model';
import { notify } from '../../parts/notify';
import {
  emptyForm,
  type FormPart,
  kindOf,
  lackingParts,
  startOf,
  type TaskForm,
  type TaskKindName,
  taskKindNames,
} from './task-kinds';
import { useStartTask } from './tasks';

interface StartTaskProps {
  readonly kbid: string;
  readonly onClose: () => void;
}

/** A dialog that starts a task: what it does first, then its form. */
export function StartTask({ kbid, onClose }: StartTaskProps) {
  const { t } = useTranslation(['tasks', 'shell']);
  const [kind, setKind] = useState<TaskKindName>();
  const title = kind === undefined ? t('start.action') : t(`kind.${kind}.title`);
  const close = { 'aria-label': t('shell:close') };
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeButtonProps={close}>
      {kind === undefined ? (
        <Stack component="ul" gap="xs" className="plain-list">
          {taskKindNames.map((name) => (
            <li key={name}>
              <UnstyledButton className="task-choice" onClick={() => setKind(name)}>
                <Text fw={600}>{t(`kind.${name}.title`)}</Text>
                <Text size="sm" c="dimmed">
                  {t(`kind.${name}.text`)}
                </Text>
              </UnstyledButton>
            </li>
          ))}
        </Stack>
      ) : (
        <TaskFields kbid={kbid} kind={kind} onClose={onClose} />
      )}
    </Modal>
  );
}

function TaskFields({ kbid, kind, onClose }: StartTaskProps & { readonly kind: TaskKindName }) {
  const { t } = useTranslation('tasks');
  const [form, setForm] = useState(emptyForm);
  const [lacking, setLacking] = useState<readonly FormPart[]>([]);
  const { mutate, isPending, error } = useStartTask(kbid);
  const { parts, forNew, reads } = kindOf(kind);
  const set = (change: Partial<TaskForm>) => setForm((before) => ({ ...before, ...change }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const missing = lackingParts(kind, form);
    setLacking(missing);
    if (isPending || missing.length > 0) return;
    mutate(startOf(kind, form), {
      onSuccess: () => {
        notify(t('start.done'));
        onClose();
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">{t(`kind.${kind}.text`)}</Text>
        {parts.map((part) => (
          <Part key={part} part={part} kind={kind} form={form} onChange={set} isLacking={lacking.includes(part)} />
        ))}
        {forNew && <AppliesTo form={form} onChange={set} />}
        {reads && <TaskFilter form={form} onChange={set} />}
        <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
          {t('start.submit')}
        </FormEnd>
      </Stack>
    </form>
  );
}

interface PartProps {
  readonly part: FormPart;
  readonly kind: TaskKindName;
  readonly form: TaskForm;
  readonly onChange: (change: Partial<TaskForm>) => void;
  readonly isLacking: boolean;
}

const words = {
  destination: { labeler: 'labelset', 'llm-graph': 'graph', ask: 'field', memory: 'facts' },
  lines: { labeler: 'labels', 'llm-graph': 'kinds', memory: 'rules' },
  question: { ask: 'question', 'semantic-model-migrator': 'embedding' },
} as const;
type Words = { [P in keyof typeof words]: (typeof words)[P][keyof (typeof words)[P]] }[keyof typeof words];

/** What a part is called for a kind of task. */
function wordsOf(part: FormPart, kind: TaskKindName): Words | undefined {
  if (part !== 'destination' && part !== 'lines' && part !== 'question') return undefined;
  const byKind: Partial<Record<TaskKindName, Words>> = words[part];
  return byKind[kind];
}

const DESTINATION_CHARS_MAX = 64;

/** A part of the form, with words that fit what the task does. */
function Part({ part, kind, form, onChange, isLacking }: PartProps) {
  const { t } = useTranslation('tasks');
  const isNeeded = kindOf(kind).needed.includes(part);
  const own = wordsOf(part, kind);
  const labels = {
    label: own && t(`form.${own}.label`),
    description: own && t(`form.${own}.hint`),
    required: isNeeded,
    error: isLacking && t('form.lacking'),
  };
  switch (part) {
    case 'destination':
      return (
        <TextInput
          {...labels}
          value={form.destination}
          maxLength={DESTINATION_CHARS_MAX}
          onChange={({ currentTarget: { value: destination } }) => onChange({ destination })}
        />
      );
    case 'question':
      return (
        <Textarea
          {...labels}
          value={form.question}
          onChange={({ currentTarget: { value: question } }) => onChange({ question })}
          autosize
          minRows={1}
          maxRows={8}
        />
      );
    case 'lines':
      return (
        <Textarea
          {...labels}
          value={form.lines}
          onChange={({ currentTarget: { value: lines } }) => onChange({ lines })}
          autosize
          minRows={3}
          maxRows={12}
        />
      );
    case 'count':
      return (
        <NumberInput
          label={t('form.count')}
          min={1}
          max={100}
          value={form.count}
          onChange={(count) => onChange({ count: String(count) })}
        />
      );
    case 'model':
      return <ModelPart model={form.model} onChange={onChange} />;
    default:
      return <Switches part={part} form={form} onChange={onChange} />;
  }
}

interface ModelPartProps extends Pick<PartProps, 'onChange'> {
  readonly model: string;
}

function ModelPart({ model, onChange }: ModelPartProps) {
  const { t } = useTranslation('tasks');
  const words = { label: t('form.model'), description: t('form.modelHint') };
  return <SuggestedModel {...words} kbid={useKbid()} value={model} onChange={(value) => onChange({ model: value })} />;
}

function Switches({ part, form, onChange }: Pick<PartProps, 'part' | 'form' | 'onChange'>) {
  const { t } = useTranslation('tasks');
  return part === 'multiple' ? (
    <Checkbox
      label={t('form.multiple')}
      checked={form.multiple}
      onChange={({ currentTarget: { checked: multiple } }) => onChange({ multiple })}
    />
  ) : (
    <Checkbox
      label={t('form.paragraphs')}
      checked={form.byParagraph}
      onChange={({ currentTarget: { checked: byParagraph } }) => onChange({ byParagraph })}
    />
  );
}

type FilledProps = Pick<PartProps, 'form' | 'onChange'>;

const applies = ['ALL', 'EXISTING', 'NEW'] as const;

function AppliesTo({ form, onChange }: FilledProps) {
  const { t } = useTranslation('tasks');
  return (
    <Radio.Group label={t('apply.label')} value={form.apply}>
      <Stack gap="xs" mt={4}>
        {applies.map((apply) => (
          <Radio key={apply} value={apply} label={t(`apply.${apply}`)} onChange={() => onChange({ apply })} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

const fieldTypes = ['text', 'file', 'link', 'conversation'] as const;

function TaskFilter({ form, onChange }: FilledProps) {
  const { t } = useTranslation('tasks');
  return (
    <details>
      <summary>{t('filter.title')}</summary>
      <Stack mt="sm">
        <Textarea
          label={t('filter.contains')}
          description={t('filter.containsHint')}
          value={form.contains}
          onChange={({ currentTarget: { value: contains } }) => onChange({ contains })}
          autosize
          minRows={1}
          maxRows={6}
        />
        <Checkbox.Group
          label={t('filter.types')}
          description={t('filter.typesHint')}
          value={[...form.fieldTypes]}
          onChange={(chosen) => onChange({ fieldTypes: chosen })}
        >
          <Stack gap={6} mt={6}>
            {fieldTypes.map((type) => (
              <Checkbox key={type} value={type} label={t(`filter.type.${type}`)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <TextInput
          label={t('form.name')}
          description={t('form.nameHint')}
          value={form.name}
          onChange={({ currentTarget: { value: name } }) => onChange({ name })}
        />
      </Stack>
    </details>
  );
}

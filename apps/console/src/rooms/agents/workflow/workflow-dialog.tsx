import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { Workflow } from '@lectern/contracts/agents';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../parts/failure-notice';
import { FormEnd } from '../../../parts/form-end';
import { notify } from '../../../parts/notify';
import { useDeleteWorkflow, useSaveWorkflow } from './workflow';

interface WorkflowDialogProps {
  readonly agent: string;
  /** The one that is changed; absent for a new one. */
  readonly workflow?: Workflow;
  /** With the id of the one that is shown next. */
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

/** A dialog with what a workflow is for, its rules and the arguments that a question brings. */
export function WorkflowDialog(props: WorkflowDialogProps) {
  const { t } = useTranslation(['agents', 'shell']);
  const title = t(props.workflow ? 'workflow.own' : 'workflow.new');
  const close = { 'aria-label': t('shell:close') };
  return (
    <Modal opened onClose={props.onClose} title={title} size="lg" closeButtonProps={close}>
      <WorkflowForm {...props} />
    </Modal>
  );
}

const NAME_CHARS_MAX = 250;

/** What the form holds, as people type it. */
interface WorkflowTexts {
  readonly name: string;
  readonly description: string;
  readonly rules: string;
  readonly parameters: string;
  readonly required: string;
}

type SetMember = (
  member: keyof WorkflowTexts,
) => (event: { readonly currentTarget: { readonly value: string } }) => void;

function formOf(workflow: Workflow | undefined): WorkflowTexts {
  const { name = '', description = '', rules = [], parameters = {}, required = [] } = workflow ?? {};
  return {
    name,
    description,
    rules: rules.map((rule) => (typeof rule === 'string' ? rule : rule.prompt)).join('\n'),
    parameters: Object.keys(parameters).length === 0 ? '' : JSON.stringify(parameters, null, 2),
    required: required.join('\n'),
  };
}

function WorkflowForm({ agent, workflow, onSaved, onClose }: WorkflowDialogProps) {
  const { t } = useTranslation('agents');
  const [form, setForm] = useState(() => formOf(workflow));
  const [isWrong, setWrong] = useState(false);
  const { mutate, isPending, error } = useSaveWorkflow(agent, workflow?.id);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const parameters = objectIn(form.parameters);
    setWrong(parameters === undefined);
    if (isPending || parameters === undefined || form.name.trim() === '') return;
    const { name, description } = form;
    const given = { name: name.trim(), description: description.trim(), parameters };
    mutate(
      { ...given, rules: linesIn(form.rules), required: linesIn(form.required) },
      {
        onSuccess: (id) => {
          notify(t('saved'));
          onSaved(id);
          onClose();
        },
      },
    );
  };
  const set: SetMember = (member) => (event) => {
    const { value } = event.currentTarget;
    setForm((before) => ({ ...before, [member]: value }));
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('workflow.name')}
          value={form.name}
          onChange={set('name')}
          maxLength={NAME_CHARS_MAX}
          required
          data-autofocus
        />
        <Textarea
          label={t('workflow.description')}
          description={t('workflow.descriptionHint')}
          value={form.description}
          onChange={set('description')}
          maxLength={10_000}
          autosize
          minRows={2}
          maxRows={6}
        />
        <Textarea
          label={t('workflow.rules')}
          description={t('workflow.rulesHint')}
          value={form.rules}
          onChange={set('rules')}
          autosize
          minRows={3}
          maxRows={12}
        />
        <Arguments form={form} isWrong={isWrong} onChange={set} />
        <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
          {t('save')}
        </FormEnd>
        {workflow && workflow.id !== 'default' && <Removal agent={agent} workflow={workflow} onClose={onClose} />}
      </Stack>
    </form>
  );
}

interface ArgumentsProps {
  readonly form: WorkflowTexts;
  readonly isWrong: boolean;
  readonly onChange: SetMember;
}

/** What a question must bring besides itself. */
function Arguments({ form, isWrong, onChange }: ArgumentsProps) {
  const { t } = useTranslation('agents');
  return (
    <details open={isWrong || undefined}>
      <summary>{t('workflow.arguments')}</summary>
      <Stack mt="sm">
        <Textarea
          label={t('workflow.parameters')}
          description={t('workflow.parametersHint')}
          placeholder='{"city": {"type": "string"}}'
          value={form.parameters}
          onChange={onChange('parameters')}
          error={isWrong && t('field.wrongJson')}
          spellCheck={false}
          autosize
          minRows={2}
          maxRows={12}
        />
        <Textarea
          label={t('workflow.required')}
          description={t('field.lines')}
          value={form.required}
          onChange={onChange('required')}
          autosize
          minRows={1}
          maxRows={6}
        />
      </Stack>
    </details>
  );
}

/** A workflow is small, so one more click confirms. */
function Removal({
  agent,
  workflow,
  onClose,
}: Pick<WorkflowDialogProps, 'agent' | 'onClose'> & { readonly workflow: Workflow }) {
  const { t } = useTranslation('agents');
  const [isAsked, setAsked] = useState(false);
  const { mutate, isPending, error } = useDeleteWorkflow(agent);
  const remove = () => mutate(workflow.id, { onSuccess: onClose });
  return (
    <Group justify="space-between" className="removal">
      <Text size="sm">{t('workflow.removal')}</Text>
      <Button color="red" variant="outline" disabled={isPending} onClick={() => (isAsked ? remove() : setAsked(true))}>
        {t(isAsked ? 'workflow.removeNow' : 'workflow.remove')}
      </Button>
      {error && <FailureNotice error={error} />}
    </Group>
  );
}

function linesIn(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => line.trim() || []);
}

/** @returns undefined where it is not an object as JSON; an empty object for nothing */
function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    // As it was found to be.
    return isObject ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

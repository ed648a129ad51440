import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { FeedbackRequest } from '@lectern/contracts/agents';
import { CommentIcon } from '@primer/octicons-react';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choicesOf, type PromptChoice, shapeOf } from './feedback-shape';

interface AgentQuestionProps {
  readonly request: FeedbackRequest;
  readonly onRespond: (requestId: string, response: string) => void;
}

/** What the agent asks its user: to allow a call, to choose, or to say something. */
export function AgentQuestion({ request, onRespond }: AgentQuestionProps) {
  const { t } = useTranslation('agents');
  const { request_id: id, question, data, response_schema: schema } = request;
  const shape = shapeOf(schema, data);
  const answer = (response: unknown) =>
    onRespond(id, typeof response === 'string' ? response : JSON.stringify(response));
  return (
    <Alert
      color="yellow"
      role="status"
      icon={<CommentIcon size={20} aria-hidden />}
      title={t(shape.kind === 'agree' ? 'feedback.agree' : 'feedback.title')}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm" dir="auto" className="content-text">
          {question}
        </Text>
        {shape.kind === 'agree' && (
          <Group gap="xs">
            <Button onClick={() => answer({ [shape.member]: true })}>{t('feedback.allow')}</Button>
            <Button variant="default" onClick={() => answer({ [shape.member]: false })}>
              {t('feedback.refuse')}
            </Button>
          </Group>
        )}
        {shape.kind === 'choose' && <Choices choices={choicesOf(data)} onAnswer={answer} />}
        {shape.kind === 'object' && <ObjectAnswer members={shape.members} onAnswer={answer} />}
        {shape.kind === 'text' && <TextAnswer onAnswer={answer} />}
      </Stack>
    </Alert>
  );
}

interface AnswerProps {
  readonly onAnswer: (response: unknown) => void;
}

function TextAnswer({ onAnswer }: AnswerProps) {
  const { t } = useTranslation('agents');
  const [text, setText] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onAnswer(text.trim());
  };
  return (
    <form onSubmit={submit} className="whole-line">
      <Stack gap="xs" align="flex-start">
        <Textarea
          w="100%"
          aria-label={t('feedback.answer')}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
          autosize
          minRows={1}
          maxRows={6}
        />
        <Button type="submit">{t('feedback.send')}</Button>
      </Stack>
    </form>
  );
}

function ObjectAnswer({ members, onAnswer }: AnswerProps & { readonly members: readonly string[] }) {
  const { t } = useTranslation('agents');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onAnswer(Object.fromEntries(members.map((member) => [member, readable(values[member] ?? '')])));
  };
  return (
    <form onSubmit={submit} className="whole-line">
      <Stack gap="xs" align="flex-start">
        {members.map((member) => (
          <Textarea
            key={member}
            w="100%"
            label={<span lang="en">{member}</span>}
            value={values[member] ?? ''}
            onChange={({ currentTarget: { value } }) => setValues((before) => ({ ...before, [member]: value }))}
            autosize
            minRows={1}
            maxRows={6}
          />
        ))}
        <Button type="submit">{t('feedback.send')}</Button>
      </Stack>
    </form>
  );
}

/** Numbers and switches are written as such; everything else is a text. */
function readable(text: string): unknown {
  return /^(?:true|false|-?\d+(?:\.\d+)?)$/.test(text.trim()) ? JSON.parse(text.trim()) : text;
}

function Choices({ choices, onAnswer }: AnswerProps & { readonly choices: readonly PromptChoice[] }) {
  const { t } = useTranslation('agents');
  const [chosen, setChosen] = useState<PromptChoice>();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  if (!chosen) {
    return (
      <Group gap="xs">
        {choices.map((choice) => (
          <Button
            key={choice.name}
            variant="default"
            onClick={() =>
              choice.members.length === 0 ? onAnswer({ prompt_id: choice.name, data: {} }) : setChosen(choice)
            }
          >
            {choice.title}
          </Button>
        ))}
      </Group>
    );
  }
  return (
    <Stack gap="xs" align="flex-start" className="whole-line">
      <Text size="sm" fw={600}>
        {chosen.title}
      </Text>
      {chosen.members.map((member) => (
        <Textarea
          key={member}
          w="100%"
          label={<span lang="en">{member}</span>}
          value={values[member] ?? ''}
          onChange={({ currentTarget: { value } }) => setValues((before) => ({ ...before, [member]: value }))}
          autosize
          minRows={1}
          maxRows={6}
        />
      ))}
      <Button onClick={() => onAnswer({ prompt_id: chosen.name, data: values })}>{t('feedback.send')}</Button>
    </Stack>
  );
}

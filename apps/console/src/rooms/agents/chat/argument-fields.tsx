import { Group, TextInput } from '@mantine/core';
import type { Workflow } from '@lectern/contracts/agents';

type Values = Readonly<Record<string, string>>;

interface ArgumentFieldsProps {
  readonly workflow: Workflow;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}

/** Values for the parameters of a workflow, in the words of its owner. */
export function ArgumentFields({ workflow: { parameters, required }, values, onChange }: ArgumentFieldsProps) {
  const names = Object.keys(parameters);
  if (names.length === 0) return null;
  return (
    <Group gap="xs" align="flex-end">
      {names.map((name) => {
        const { title, description } = parameterOf(parameters[name]);
        return (
          <TextInput
            key={name}
            label={<span dir="auto">{title ?? name}</span>}
            description={description}
            required={required.includes(name)}
            value={values[name] ?? ''}
            onChange={({ currentTarget: { value } }) => onChange({ ...values, [name]: value })}
          />
        );
      })}
    </Group>
  );
}

interface Parameter {
  readonly type?: unknown;
  readonly title?: string;
  readonly description?: string;
}

/** The arguments as their schemas want them; empty ones are left out. */
export function readArguments({ parameters }: Pick<Workflow, 'parameters'>, values: Values): Record<string, unknown> {
  const given = Object.entries(values).filter(([name, value]) => name in parameters && value.trim() !== '');
  return Object.fromEntries(given.map(([name, value]) => [name, valueOf(value, parameterOf(parameters[name]).type)]));
}

function valueOf(text: string, type: unknown): unknown {
  if (type === undefined || type === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    // The server says what it wants instead.
    return text;
  }
}

function parameterOf(value: unknown): Parameter {
  const { type, title, description } = Object(value) as Parameter; // as workflows have them; checked below
  return {
    type,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
  };
}

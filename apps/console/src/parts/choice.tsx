import { Radio, Stack } from '@mantine/core';

interface ChoiceProps<V extends string> {
  readonly label: string;
  readonly values: readonly V[];
  readonly value: V;
  readonly textOf: (value: V) => string;
  readonly hintOf: (value: V) => string;
  readonly onChange: (value: V) => void;
}

/** One of a few values, each with a sentence that explains it. */
export function Choice<V extends string>({ label, values, value, textOf, hintOf, onChange }: ChoiceProps<V>) {
  return (
    <Radio.Group label={label} value={value}>
      <Stack gap="xs" mt={4}>
        {values.map((one) => (
          <Radio key={one} value={one} label={textOf(one)} description={hintOf(one)} onChange={() => onChange(one)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

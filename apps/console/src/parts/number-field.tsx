import { NumberInput } from '@mantine/core';

interface NumberFieldProps {
  readonly label: string;
  readonly hint?: string;
  /** Shown while it is empty. */
  readonly placeholder: string;
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
  readonly min: number;
  readonly max?: number;
  readonly step?: number;
}

/** A number that follows the default while it is empty. */
export function NumberField({ hint, value, onChange, step = 1, ...rest }: NumberFieldProps) {
  return (
    <NumberInput
      {...rest}
      description={hint}
      value={value ?? ''}
      step={step}
      allowDecimal={step < 1}
      onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
    />
  );
}

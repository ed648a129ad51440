/** What the address of a run says. */
export interface RunSearch {
  /** Of the variant that is shown, from 0; the first when absent. */
  readonly variant?: number;
  /** Id of another run that it is compared with. */
  readonly with?: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const VARIANTS_MAX = 6;

/** Reads the query of an address; what is not valid is left out. */
export function runSearch({ variant, with: other }: Readonly<Record<string, unknown>>): RunSearch {
  const index = typeof variant === 'number' && Number.isInteger(variant) ? variant : undefined;
  return {
    ...(index !== undefined && index > 0 && index < VARIANTS_MAX && { variant: index }),
    ...(typeof other === 'string' && UUID.test(other) && { with: other }),
  };
}

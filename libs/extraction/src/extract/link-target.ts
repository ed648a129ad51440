/** The address in the code of a field, such as `HYPERLINK "https://…" \o "…"`. */
export function fieldTarget(code: string): string | undefined {
  return /^\s*HYPERLINK\s+"([^"]{1,2000})"/i.exec(code)?.[1];
}

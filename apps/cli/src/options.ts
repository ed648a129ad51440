/** Arguments of the caller: texts of options, lists of repeated ones, true of flags. */
export type Options = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

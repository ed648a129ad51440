import { Text, type TextProps } from '@mantine/core';

interface OneLineProps extends TextProps {
  readonly children: string;
}

/** A name that people gave, in its own direction; a name that does not fit is cut, and whole in the title. */
export function OneLine({ children, ...props }: OneLineProps) {
  return (
    <Text {...props} component="span" className="one-line" dir="auto" title={children}>
      {children}
    </Text>
  );
}

import { refuseTooLarge } from './limits';

describe('refuseTooLarge', () => {
  it('takes what just fits and names what does not', () => {
    refuseTooLarge(1024, 'The input', 1024);
    expect(() => refuseTooLarge(3 * 1024 * 1024, 'The input', 1024 * 1024)).toThrow(
      'The input has 3.0 MiB; at most 1.0 MiB travel at once',
    );
  });
});

import './bar-chart.css';

const WIDTH = 300;
const HEIGHT = 80;
/** Of a bar for the least usage that is not none. */
const HEIGHT_MIN = 1;
/** Share of its place that a bar fills. */
const FILLED = 0.85;

interface BarChartProps {
  /** What the picture says, in a sentence: screen readers read that, and the table has the values. */
  readonly summary: string;
  readonly bars: readonly { readonly value: number; readonly label: string }[];
}

/** One bar for each span, as wide as its place. */
export function BarChart({ summary, bars }: BarChartProps) {
  const most = Math.max(...bars.map(({ value }) => value));
  const place = WIDTH / bars.length;
  return (
    <svg role="img" aria-label={summary} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="bars">
      {bars.map(({ value, label }, index) => {
        const height = value === 0 ? 0 : Math.max((value / most) * HEIGHT, HEIGHT_MIN);
        return (
          <g key={label}>
            <rect className="bar-place" x={index * place} y={0} width={place} height={HEIGHT} />
            <rect className="bar" x={index * place} y={HEIGHT - height} width={place * FILLED} height={height} />
            <title>{label}</title>
          </g>
        );
      })}
      <line className="bar-ground" x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
    </svg>
  );
}

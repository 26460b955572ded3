import { useTheme } from '../provider/use-theme.ts';
import { colorAt } from './series-color.ts';
import './chart.css';

/** The color of a place in the order of a page's charts, for rows next to them. */
export function SeriesMark({ place }: { place: number }) {
  return <span aria-hidden className="tg-chart-mark" style={{ background: colorAt(place, useTheme()) }} />;
}

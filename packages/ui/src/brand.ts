export { BrandScene } from './brand/brand-panel.tsx';
export * from './brand/brand-split.tsx';

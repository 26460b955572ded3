// The standalone page of the area in development. Shared modules need this asynchronous step.
import('./standalone.tsx');

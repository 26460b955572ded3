// The page of the area when it runs alone in development. Shared modules need this asynchronous step.
import('./standalone.tsx');

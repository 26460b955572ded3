import type * as React from 'react';

// Arco's declarations use the global JSX namespace, which React 19's types no longer have.
declare global {
  namespace JSX {
    interface Element extends React.JSX.Element {}
    interface IntrinsicElements extends React.JSX.IntrinsicElements {}
  }
}

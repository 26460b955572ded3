import '@arco-design/web-react/es/_util/react-19-adapter';
import '../styles/arco-data.ts';

export {
  Descriptions,
  type DescriptionsProps,
  List,
  Pagination,
  type PaginationProps,
  Popconfirm,
  Statistic,
  Steps,
  Table,
  type TableColumnProps,
  type TableProps,
  Timeline,
  Tree,
} from '@arco-design/web-react';

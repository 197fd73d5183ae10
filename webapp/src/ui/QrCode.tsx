// antd's QR code in the look's ink. A file of its own, so that it is loaded alone.
import { QRCode } from 'antd';

export default function QrCode({ value, size }: { value: string; size: number }) {
  return (
    <QRCode value={value} size={size} type="svg" color="#101B27" bgColor="#FFFFFF" bordered={false} errorLevel="M" />
  );
}

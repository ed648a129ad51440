import 'reflect-metadata';
export * from './understanding/operations';
export * from './understanding/predict/predict.dto';
export * from './understanding/predict/predict.operations';
export * from './understanding/process/process.dto';
export * from './understanding/process/process.operations';

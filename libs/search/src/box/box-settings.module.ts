import { busFor } from '@lectern/bus';
import { readParagraphLabelsets, readRetrievalSettings, readSynonyms } from '@lectern/contracts/knowledge-box';
import { Module } from '@nestjs/common';
import { keywordIndexes } from '../index-readers';
import { DegradationModule } from '../degradation/degradation.module';
import { BoxLabelsets } from './box-labelsets';
import { BoxSettings } from './box-settings';
import { BoxSettingsHandlers } from './box-settings.handlers';
import { BoxSynonyms } from './box-synonyms';
import { CollectionProfile } from './collection-profile';

const bus = busFor({ calls: [readRetrievalSettings, readParagraphLabelsets, readSynonyms] });

/** Cached settings of knowledge boxes. */
@Module({
  imports: [keywordIndexes, DegradationModule],
  controllers: [BoxSettingsHandlers],
  providers: [bus, BoxLabelsets, BoxSettings, BoxSynonyms, CollectionProfile],
  exports: [BoxLabelsets, BoxSettings, BoxSynonyms, CollectionProfile],
})
export class BoxSettingsModule {}
